import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { widenWindow } from '../testing/widen-window.ts';
import { SearchPick } from './search-pick.tsx';

beforeEach(() => widenWindow());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const asked: string[] = [];
const mosts: number[] = [];
const source = {
  name: 'people of the test',
  useSearch: () => async (text: string, _: AbortSignal, most: number) => {
    mosts.push(most);
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

it('is a plain select with chips on a small screen', async () => {
  widenWindow(820);
  await renderForTest(<Field />);
  const field = await screen.findByRole('combobox', { name: 'Membres' });
  expect(field.tagName).not.toBe('INPUT');
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: 'Jules' }));
  await userEvent.click(screen.getByRole('option', { name: 'Camille' }));
  expect(field.textContent).toBe('CamilleJules');
  expect(mosts.at(-1)).toBe(201);
});
