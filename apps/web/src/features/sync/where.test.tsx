import type { LedgerRecord } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { Where } from './where.tsx';

const server = vi.hoisted(() => ({ kind: 'hub-online' }));
vi.mock('../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: server.kind }) }));

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  useAppearance.getState().setLanguage('fr');
});
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

const record: LedgerRecord = {
  ...{ record_id: 4, name: 'B1', started_at: '2026-05-16T09:12:00.000Z', timezone: 'Europe/Paris' },
  ...{ here: true, cloud: false, cloud_state: 'local', original_elsewhere: false, from_hub: null, coming: null },
  ...{ sha256: null, bytes: 9e6, sent_bytes: 0, is_journal: true, missing_blocks: 0, selections: 0 },
  ...{ since: null, last_try: null, why_not: null, replaced: [] },
};
const away = { here: false, original_elsewhere: true };

it.each<[string, Partial<LedgerRecord>, string]>([
  ['hub-online', {}, 'Mallette'],
  ['hub-online', { cloud: true, cloud_state: 'synced' }, 'Les deux'],
  ['hub-online', { ...away, cloud: true, cloud_state: 'synced' }, 'Cloud, pas ici'],
  ['hub-online', away, 'Cloud, pas ici'],
  ['hub-online', { ...away, coming: { received_bytes: 1, bytes: 4 } }, 'Revient 25 %'],
  ['hub-online', { here: false }, 'Pas ici'],
  ['cloud', { cloud: true, cloud_state: 'synced' }, 'Ici'],
  ['cloud', away, 'Pas encore arrivé'],
  ['cloud', { ...away, from_hub: 'Hangar' }, 'Pas encore arrivé, attendu de Hangar'],
  ['cloud', { ...away, cloud_state: 'sending', sent_bytes: 3e6 }, 'Arrive 33 %'],
])('on a %s of %o it says "%s"', async (kind, more, said) => {
  server.kind = kind;
  await renderForTest(<Where record={{ ...record, ...more }} />, fakeServer());
  expect(await screen.findByText(said)).toBeTruthy();
});
