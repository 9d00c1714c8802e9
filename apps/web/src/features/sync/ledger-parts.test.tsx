import type { LedgerRecord } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { LedgerParts } from './ledger-parts.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
  vi.restoreAllMocks();
});

const key = `1795000000000.${'a'.repeat(64)}`;
const record: LedgerRecord = {
  ...{ record_id: 4, name: 'B1', started_at: '2026-05-16T09:12:00.000Z', timezone: 'Europe/Paris' },
  ...{ here: true, cloud: true, cloud_state: 'synced', sha256: 'b'.repeat(64), bytes: 9e6, sent_bytes: 9e6 },
  ...{ original_elsewhere: false, from_hub: null },
  ...{ coming: null, is_journal: true, missing_blocks: 0, selections: 0, since: null, last_try: null, why_not: null },
  replaced: [
    {
      ...{ key, replaced_at: '2026-05-17T09:00:00.000Z', kept_until: '2026-06-16T09:00:00.000Z' },
      ...{ sha256: 'a'.repeat(64), bytes: 8e6 },
    },
  ],
};

const emptyLedger = {
  ...{ total: 1, metered: false, link: null },
  places: { all: 1, only_here: 0, unsent: 0, both: 1, not_here: 0, waiting: 0, refused: 0 },
};

it('says of a replaced original when that was and how long it is kept, and gives it back as a file', async () => {
  let items = [record];
  const server = fakeServer({ readLedger: () => ({ ...emptyLedger, items }) });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const page = (
    <table>
      <tbody>
        <LedgerParts record={record} columns={10} />
      </tbody>
    </table>
  );
  await renderForTest(page, server);
  expect(await screen.findByText(/remplacée le 17 mai 2026.*gardée jusqu’au 16 juin 2026.*8,0\sMo/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Télécharger' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.contexts[0]).toHaveProperty('href', `http://sillage.test/api/dbsync/ledger/4/replaced/${key}`);
  // One that has ended meanwhile is said, not saved as a file of an error.
  items = [{ ...record, replaced: [] }];
  await userEvent.click(screen.getByRole('button', { name: 'Télécharger' }));
  await vi.waitFor(() =>
    expect(useNotices.getState().waiting).toMatchObject([{ text: expect.stringMatching(/n’est plus gardée/) }]),
  );
  expect(saved).toHaveBeenCalledOnce();
});
