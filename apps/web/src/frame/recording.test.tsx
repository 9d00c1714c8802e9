import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setActiveClient } from '../base/active-client.ts';
import { useNotices } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { followRecords, nothingRecorded } from '../live/follow-records.ts';
import { useFollowedRecords } from '../live/followed-records.ts';
import { LiveProvider } from '../live/live.tsx';
import { fakeLive } from '../testing/fake-live.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { deviceFixture } from '../testing/make-devices.ts';
import { makeRecord } from '../testing/make-record.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { useDocumentTitle, useTitleOfPage } from './document-title.ts';
import { useNews } from './news.ts';
import { RecordingChip } from './recording.tsx';
import { useTellRecords } from './tell-records.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useFollowedRecords.setState(nothingRecorded);
  useNotices.setState({ waiting: [] });
  useNews.setState({ items: [], unseen: 0 });
});

const recording = (number: number) => deviceFixture({ number, state: 'record', recTime: 28, keys: [] });
const ready = (number: number) => deviceFixture({ number, state: 'idle', keys: [] });

function see(...devices: ReturnType<typeof ready>[]): void {
  act(() => useFollowedRecords.setState((before) => followRecords(before, devices, performance.now())));
}

function AnyScreen() {
  useTitleOfPage('Données');
  useDocumentTitle();
  useTellRecords();
  return <RecordingChip />;
}

async function show(records: ReturnType<typeof makeRecord>[] = [], path = '/') {
  const link = fakeLive();
  const server = fakeServer({ listRecords: { records, total: records.length } });
  await renderForTest(
    <LiveProvider live={link.live}>
      <AnyScreen />
    </LiveProvider>,
    server,
    path,
  );
  await expect.poll(() => document.title).toBe('Données – Sillage');
  return link;
}

test('while a device records, any screen and its tab say so and for how long', async () => {
  const link = await show();
  see(recording(10200217));
  const chip = screen.getByRole('link', { name: 'Enregistre 00:28' });
  expect(chip.getAttribute('href')).toBe('/realtime');
  expect(document.title).toBe('● 00:28 – Sillage');
  act(() => link.become('silent'));
  expect(screen.getByRole('link', { name: /^Enregistrait/ })).toBeDefined();
  act(() => link.become('connected'));
  see(ready(10200217));
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.title).toBe('Données – Sillage');
});

test('once it has stopped, a toast says what was recorded and opens it', async () => {
  await show([
    makeRecord({ id: 7, device_id: 217, device_record_id: 6, duration: 28.4 }),
    makeRecord({ id: 9, device_id: 217, duration: 28.4 }),
  ]);
  see(recording(10200217));
  see(ready(10200217));
  await expect
    .poll(() => useNotices.getState().waiting)
    .toEqual([{ kind: 'success', text: '1 enregistrement, 00:28.', link: { label: 'Ouvrir', to: '/records/9' } }]);
});

test('of several, the toast says how many and opens the list', async () => {
  await show([
    makeRecord({ id: 7, device_id: 217, duration: 28.4 }),
    makeRecord({ id: 9, device_id: 218, duration: 28.4 }),
  ]);
  see(recording(10200217), recording(10200218));
  see(ready(10200217), recording(10200218));
  expect(useNotices.getState().waiting).toEqual([]);
  see(ready(10200217), ready(10200218));
  await expect
    .poll(() => useNotices.getState().waiting)
    .toMatchObject([{ text: '2 enregistrements, 00:28.', link: { to: '/' } }]);
});

test('a record that is out of reach is not told, and no other of its device in its place', async () => {
  await show([
    makeRecord({ id: 7, device_id: 217, device_record_id: 6, duration: 1450 }),
    makeRecord({ id: 9, device_id: 218, duration: 28.4 }),
  ]);
  see(recording(10200217), recording(10200218));
  see(ready(10200217), ready(10200218));
  await expect
    .poll(() => useNotices.getState().waiting)
    .toMatchObject([{ text: '1 enregistrement, 00:28.', link: { to: '/records/9' } }]);
  expect(useNews.getState().items).toMatchObject([{ to: '/records/9' }]);
});

test('an administrator who looks at another club sees nothing of what the former one recorded', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  await show();
  see(recording(10200217), recording(10200218));
  see(ready(10200217), recording(10200218));
  expect(await screen.findByRole('link', { name: /^Enregistre/ })).toBeDefined();
  act(() => setActiveClient({ id: 2, name: 'Autre club', logo: null }));
  expect(screen.queryByRole('link', { name: /^Enregistre/ })).toBeNull();
  expect(useFollowedRecords.getState()).toEqual(nothingRecorded);
});

test('the screen of the devices says it by itself: no toast lies over it', async () => {
  await show([makeRecord({ id: 7, device_id: 217, duration: 28.4 })], '/realtime');
  see(recording(10200217));
  see(ready(10200217));
  await expect.poll(() => useNews.getState().items).toMatchObject([{ to: '/records/7' }]);
  expect(useNotices.getState().waiting).toEqual([]);
});
