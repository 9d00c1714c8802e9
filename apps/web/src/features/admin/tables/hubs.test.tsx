import { api, type Hub, type LinkedHub } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { looksAfter } from '../../../base/view-rights.ts';
import { useTableStates } from '../../../tables/table-states.ts';
import { answered } from '../../../testing/answered.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import Hubs from './hubs.tsx';

vi.mock('../../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: 'cloud' }) }));

const hub: Hub = {
  ...{ id: 3, uid: 'h', number: 7, name: 'Hangar', allclients: true, cloud_enabled: true, auto_send: true },
  ...{ timezone: null, version: '1.2.0', last_seen: null, comment: '', client_ids: [], is_current: false },
};
const link: LinkedHub = {
  ...{ hub_id: 3, number: 7, name: 'Hangar', version: '1.2.0', backlog: Array.from({ length: 14 }, () => null) },
  ...{ last_seen: '2026-11-28T09:12:00.000Z', linked_at: '2026-11-01T08:00:00.000Z' },
  report: { rows: 2, files: 4, bytes: 9_000_000, free_bytes: 41_000_000_000, offset_ms: -400 },
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  useTableStates.setState({ tables: {} });
  useSession.setState({ user: undefined });
  vi.restoreAllMocks();
});

test('a manager reads what waits on the hubs of the club, saves it as a file, and gives no code and adds no hub', async () => {
  useAppearance.setState({ language: 'fr' });
  const user = makeUser({ roles: ['Manager'] });
  useSession.setState({ user });
  expect(looksAfter(user, 'hubs')).toBe(true);
  expect(looksAfter(makeUser({ roles: ['Coach'] }), 'hubs')).toBe(false);
  const server = fakeServer({
    listHubs: { items: [answered(api.hubEndpoints, hub)], total: 1 },
    listLinkedHubs: { items: [link], total: 1 },
    readRecoveryKey: { recovery_key: null },
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await renderForTest(<Hubs />, server);
  expect(await screen.findByText(/4 originaux · 9,0\sMo/)).toBeTruthy();
  for (const name of [/code$/i, 'Révoquer', /^Ajouter/, /^Nouve/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(server.names()).not.toContain('readRestartables');
  await userEvent.click(screen.getByRole('button', { name: 'Télécharger en CSV' }));
  expect(saved.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^sillage-hubs-.*\.csv$/));
});
