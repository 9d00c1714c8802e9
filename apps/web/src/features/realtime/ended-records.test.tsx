import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { followRecords, nothingRecorded } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { AssociateHere } from './associate-here.tsx';
import { EndedRecords } from './ended-records.tsx';
import { RecordBar } from './record-bar.tsx';
import { SamplesProvider } from './samples.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useFollowedRecords.setState(nothingRecorded);
});

const running = deviceFixture({
  number: 10200217,
  state: 'record',
  recTime: 28,
  keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
});
const pairedLater = deviceFixture({
  number: 10200042,
  state: 'record',
  recTime: 28,
  keys: [],
  athlete: ['Inès', 'Marchetti'],
});

const stopped = (device: typeof running) => ({ ...device, state: 'idle' as const, recTime: null, deviceRecId: null });

function see(...devices: (typeof running)[]): void {
  act(() => useFollowedRecords.setState((before) => followRecords(before, devices, performance.now())));
}

async function showOf(answers: Answers, short = false): Promise<void> {
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <AssociateHere>
        <EndedRecords short={short} />
      </AssociateHere>
    </LiveProvider>,
    fakeServer(answers),
  );
}

async function show(...records: ReturnType<typeof makeRecord>[]): Promise<void> {
  await showAs({ short: false }, ...records);
}

async function showAs(props: { short: boolean }, ...records: ReturnType<typeof makeRecord>[]): Promise<void> {
  const speed = { variable: 'gps.speed', num: 284, mean: 4.789, std: 0.2, min: 4, max: 5 };
  const readRecordStatistics = { default: { data: [speed] }, specific: { headers: [], data: [] } };
  await showOf({ listRecords: { records, total: records.length }, readRecordStatistics }, props.short);
}

test('after the stop each record can be opened, until one goes back to what is live', async () => {
  await show(makeRecord({ id: 9, device_id: 217, duration: 28.4 }));
  see(running);
  expect(screen.queryByRole('heading')).toBeNull();
  see(stopped(running));
  expect(await screen.findByRole('heading', { name: '1 enregistrement, 00:28' })).toBeDefined();
  const open = await screen.findByRole('link', { name: /^Ouvrir l’enregistrement de/ });
  expect(open.getAttribute('href')).toBe('/records/9');
  expect(screen.getByText('00:28.400')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Retour au direct/ }));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('another record of the same device is not taken for the one just made, which says that it is not listed', async () => {
  await show(makeRecord({ id: 9, device_id: 217, device_record_id: 6, duration: 1450 }));
  see(running);
  see(stopped(running));
  expect(await screen.findByText('Pas encore listé')).toBeDefined();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.getByRole('heading', { name: '1 enregistrement, 00:28' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('while the list of a second take is on its way, the first take is not shown for it', async () => {
  const takes = [
    makeRecord({ id: 9, device_id: 217, duration: 28.4 }),
    makeRecord({ id: 10, device_id: 217, device_record_id: 8, duration: 61.2 }),
  ];
  const late = Promise.withResolvers<void>();
  let asked = 0;
  await showOf({
    listRecords: async () => {
      asked++;
      if (asked === 1) return { records: takes.slice(0, 1), total: 1 };
      await late.promise;
      return { records: takes, total: 2 };
    },
  });
  see(running);
  see(stopped(running));
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/records/9');
  see({ ...running, recTime: 61, deviceRecId: 8 });
  see(stopped(running));
  expect(await screen.findByRole('heading', { name: '1 enregistrement, 01:01' })).toBeDefined();
  await expect.poll(() => asked).toBe(2);
  expect(screen.queryByRole('link')).toBeNull();
  late.resolve();
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/records/10');
});

test('a device that stopped twice before the others has a row for each of its records', async () => {
  await show(
    makeRecord({ id: 11, device_id: 42 }),
    makeRecord({ id: 10, device_id: 217, device_record_id: 8, duration: 5.1 }),
    makeRecord({ id: 9, device_id: 217, duration: 28.4 }),
  );
  see(running, pairedLater);
  see(stopped(running), pairedLater);
  see({ ...running, recTime: 5, deviceRecId: 8 }, pairedLater);
  see(stopped(running), stopped(pairedLater));
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/records/11', '/records/9', '/records/10']);
});

test('the key that closes goes back to what is live, too', async () => {
  await show();
  see(running);
  see(stopped(running));
  await screen.findByRole('heading');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a mean is said with the name of what it is of', async () => {
  await show(makeRecord({ id: 9, device_id: 217, duration: 28.4, decode_state: 'done' }));
  see(running);
  see(stopped(running));
  expect((await screen.findByText(/^Vitesse, moy\./)).textContent).toMatch(/^Vitesse, moy\. 4,79/);
});

test('records stand in the order of the devices, not in that of their ends; those without an athlete can be given one', async () => {
  await show(
    makeRecord({ id: 9, device_id: 217, users: [] }),
    makeRecord({ id: 8, device_id: 42, users: pairedLater.users }),
  );
  see(running, pairedLater);
  see(stopped(running), pairedLater);
  see(stopped(running), stopped(pairedLater));
  await screen.findAllByRole('link');
  expect(screen.getAllByText(/^Maxi /).map((name) => name.textContent)).toEqual(['Maxi 0042', 'Maxi 0217']);
  await userEvent.click(screen.getByRole('button', { name: 'Associer un athlète' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('above curves a record is a link with its name alone; one that is not known yet has none', async () => {
  await showAs({ short: true }, makeRecord({ id: 9, device_id: 217, duration: 28.4, users: [] }));
  see(running, pairedLater);
  see(stopped(running), stopped(pairedLater));
  expect(await screen.findByRole('heading', { name: /^2 enregistrements/ })).toBeDefined();
  const list = await screen.findByRole('list', { name: 'Ouvrir' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Maxi 0217', '/records/9']]);
  expect(links[0]?.getAttribute('aria-label')).toBe('Ouvrir l’enregistrement de Maxi 0217');
  expect(screen.queryByText('00:28.400')).toBeNull();
  expect(screen.queryByText(/moy\./)).toBeNull();
});

test('a dialog that is open stays, with what is typed, when a device starts elsewhere', async () => {
  await show(makeRecord({ id: 9, device_id: 217, user_ids: [], users: [] }));
  see(running);
  see(stopped(running));
  await userEvent.click(await screen.findByRole('button', { name: 'Associer un athlète' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Commentaire' }), 'départ raté');
  see({ ...running, recTime: 1, deviceRecId: 8 });
  expect(screen.queryByRole('heading', { name: /enregistrement, / })).toBeNull();
  expect(screen.getByDisplayValue('départ raté')).toBeDefined();
});

test('once a record has its athlete, the keyboard is at the way to it', async () => {
  const unpaired = makeRecord({ id: 9, device_id: 217, user_ids: [], users: [] });
  const paired = makeRecord({ id: 9, device_id: 217 });
  let isPaired = false;
  await showOf({
    listRecords: () => ({ records: [isPaired ? paired : unpaired], total: 1 }),
    editRecord: () => {
      isPaired = true;
      return paired;
    },
  });
  see(running);
  see(stopped(running));
  await userEvent.click(await screen.findByRole('button', { name: 'Associer un athlète' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Commentaire' }), '!');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  const open = await screen.findByRole('link', { name: 'Ouvrir l’enregistrement de Camille Le Goff' });
  await expect.poll(() => document.activeElement).toBe(open);
});

test.each([
  [false, 'Le chrono garde la plus longue durée.'],
  [true, 'Le chrono et les courbes suivies ici en gardent la fin.'],
])('says what is kept, and no longer than it is (beside curves: %s)', async (short, sentence) => {
  await showOf({}, short);
  see(running, pairedLater);
  see(stopped(running), stopped(pairedLater));
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('the clock keeps what the longest record says, not when its end was heard here', async () => {
  const server = fakeServer({
    listRecords: { records: [makeRecord({ id: 9, device_id: 217, duration: 26.3 })], total: 1 },
  });
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <SamplesProvider devices={[]}>
        <RecordBar devices={[]}>{null}</RecordBar>
      </SamplesProvider>
    </LiveProvider>,
    server,
  );
  see(running);
  see(stopped(running));
  await expect.poll(() => screen.getByRole('timer').textContent).toBe('00:26.300');
});
