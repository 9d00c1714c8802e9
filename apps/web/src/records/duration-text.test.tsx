import type { DisplaySettings } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeRecord } from '../testing/make-record.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { DurationText } from './duration-text.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

async function show(shortest_record: number | null) {
  const settings: DisplaySettings = {
    shortest_record,
    decimals: null,
    speed_unit: 'km_h',
    sports: [],
    live_speed_unit: 'km_h',
  };
  const server = fakeServer({ readDisplaySettings: settings });
  await renderForTest(
    <ul>
      {[1.5, 3, 8].map((duration) => (
        <li key={duration}>
          <DurationText record={makeRecord({ duration })} />
        </li>
      ))}
      <li>
        <DurationText record={makeRecord({ duration: 0, decode_state: 'recording' })} />
      </li>
    </ul>,
    server,
  );
  await waitFor(() => expect(server.names()).toContain('readDisplaySettings'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent?.includes('court'));
}

it('says of a record that is under way since when, of one that is not read yet nothing', async () => {
  await renderForTest(
    <ul>
      <li>
        <DurationText record={makeRecord({ duration: 0, decode_state: 'recording' })} />
      </li>
      <li>
        <DurationText record={makeRecord({ duration: 0, decode_state: 'waiting' })} />
      </li>
    </ul>,
    fakeServer(),
  );
  const said = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(said).toEqual(['depuis 09:12', '–']);
});

it.each([
  [2, [true, false, false, false]],
  [5, [true, true, false, false]],
  [null, [false, false, false, false]],
])('records shorter than %s s are marked as such, those under way are not', async (shortest, marked) => {
  expect(await show(shortest)).toEqual(marked);
});
