import { RecordEdit } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNotices } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeRecord, makeSeanceRecord } from '../testing/make-record.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { useSessions } from './session-queries.ts';

const sessionOf = (ids: readonly number[]) =>
  makeRecord({ id: 9, record_type: 'seance', seance_records: ids.map(makeSeanceRecord) });

/** The session as this page once read it. */
const known = sessionOf([1, 2]);

function Commands(): ReactNode {
  const { add, remove } = useSessions();
  return (
    <>
      <button type="button" onClick={() => add(known, [makeRecord({ id: 3 }), makeRecord({ id: 4 })])}>
        add 3 and 4
      </button>
      <button type="button" onClick={() => remove(known, makeRecord({ id: 2 }))}>
        remove 2
      </button>
    </>
  );
}

/** The ids of the records that the session has on the server; a colleague may change them. */
async function show(now: { ids: readonly number[] }) {
  const server = fakeServer({
    readRecord: () => sessionOf(now.ids),
    editRecord: ({ body }) => {
      now.ids = RecordEdit.parse(body).record_ids ?? now.ids;
      return sessionOf(now.ids);
    },
  });
  await renderForTest(<Commands />, server);
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** The way back of what was done last. */
async function undo() {
  await waitFor(() => expect(useNotices.getState().waiting.at(-1)?.action?.label).toBe('Annuler'));
  useNotices.getState().waiting.at(-1)?.action?.run();
}

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  useNotices.setState({ waiting: [] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('adds to what a session has by now, and takes back only what it added', async () => {
  const now = { ids: [1, 2, 4, 5] };
  await show(now);
  await press('add 3 and 4');
  await waitFor(() => expect(now.ids.toSorted()).toEqual([1, 2, 3, 4, 5]));
  now.ids = [...now.ids, 6];
  await undo();
  await waitFor(() => expect(now.ids.toSorted()).toEqual([1, 2, 4, 5, 6]));
});

it('takes one record out of what a session has by now, and puts it back beside those that came since', async () => {
  const now = { ids: [1, 2, 5] };
  await show(now);
  await press('remove 2');
  await waitFor(() => expect(now.ids).toEqual([1, 5]));
  now.ids = [...now.ids, 6];
  await undo();
  await waitFor(() => expect(now.ids.toSorted()).toEqual([1, 2, 5, 6]));
});
