import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { followRecords, nothingRecorded } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { EndedRecords } from './ended-records.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useFollowedRecords.setState(nothingRecorded);
});

test('after the stop each record can be opened, until one goes back to what is live', async () => {
  const records = [makeRecord({ id: 9, device_id: 217, duration: 28.4 })];
  const server = fakeServer({ listRecords: { records, total: 1 } });
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <EndedRecords short={false} />
    </LiveProvider>,
    server.client,
  );
  const running = deviceFixture({ number: 10200217, state: 'record', recTime: 28, keys: [] });
  const see = (device: typeof running) =>
    act(() => useFollowedRecords.setState((before) => followRecords(before, [device], performance.now())));
  see(running);
  expect(screen.queryByRole('heading')).toBeNull();
  see({ ...running, state: 'idle', recTime: null, deviceRecId: null });
  expect(await screen.findByRole('heading', { name: '1 enregistrement, 00:28' })).toBeDefined();
  const open = await screen.findByRole('link', { name: /^Ouvrir l’enregistrement de/ });
  expect(open.getAttribute('href')).toBe('/records/9');
  expect(screen.getByText('00:28.4')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retour au direct' }));
  expect(screen.queryByRole('heading')).toBeNull();
});
