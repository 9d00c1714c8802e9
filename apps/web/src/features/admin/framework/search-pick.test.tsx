import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderForTest } from '../../../app/render-for-test.tsx';
import { SearchPick } from './search-pick.tsx';

afterEach(cleanup);

const asked: string[] = [];
const source = {
  name: 'people of the test',
  useSearch: () => async (text: string) => {
    asked.push(text);
    return ['Camille', 'Jules'].flatMap((label, index) =>
      label.toLowerCase().includes(text) ? [{ value: index, label }] : [],
    );
  },
};

function Field(): ReactNode {
  const [value, setValue] = useState<unknown>([]);
  return (
    <SearchPick
      label="Membres"
      problem={undefined}
      hint={undefined}
      value={value}
      autoFocus={false}
      onChange={setValue}
      onBlur={() => undefined}
      inputRef={() => undefined}
      source={source}
      many
    />
  );
}

it('asks the server for what is typed and takes the first match', async () => {
  await renderForTest(<Field />);
  await userEvent.type(await screen.findByLabelText('Membres'), 'jul');
  await waitFor(() => expect(asked.at(-1)).toBe('jul'));
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Camille' })).toBeNull());
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Jules' })).toBeTruthy();
});

it('ticks those of the open list that are chosen', async () => {
  await renderForTest(<Field />);
  await userEvent.click(await screen.findByLabelText('Membres'));
  await userEvent.click(await screen.findByRole('option', { name: 'Jules' }));
  const ticked = () => screen.getAllByRole('option').map((option) => option.querySelector('svg') !== null);
  await waitFor(() => expect(ticked()).toEqual([false, true]));
});
