import { setTimeout as delay } from 'node:timers/promises';
import { administrator, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

const maxi = 10200042;
const mini = 20100009;
const auckland = 'Pacific/Auckland';
const guadeloupe = 'America/Guadeloupe';

let hub: TestHub;
let ask: Program;
let clientId: number;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  await hub.plug([maxi, mini]);
  const admin = await signInPlainly(hub.url, administrator.mail, administrator.password);
  ask = admin.ask;
  clientId = admin.session.client_id;
});
afterAll(async () => {
  await hub?.stop();
});

/** What a clock on the wall of a zone shows. */
function wallClock(ms: number, timeZone: string) {
  const [day = '', time = ''] = new Date(ms).toLocaleString('sv', { timeZone }).split(' ');
  const [year, month, date] = day.split('-');
  return { day, time, date: `${date}/${month}/${year} ${time}`, inName: `${day}_${time.replaceAll(':', '-')}` };
}

const setZone = async (path: string, timezone: string | null) =>
  expect((await ask('PUT', path, { timezone })).body).toMatchObject({ timezone });

async function record(number: number): Promise<Said> {
  const command = (cmd_type: string) =>
    ask('POST', `/devices/rt/${clientId}/${number}/rpc/request`, { feature: 'record', cmd_type, params: {} });
  await waitUntil('the device to record', async () => (await command('cmd_start')).status === 200);
  await delay(1000);
  await command('cmd_stop');
  return waitUntil('the record to be readable', async (): Promise<Said> => {
    const { body } = await ask('POST', '/records/all', { pageSize: 1 });
    const [newest] = body.records;
    return newest?.visualisable && newest.device_name !== null && newest.duration > 0 && newest;
  });
}

async function upload(text: string, data: object): Promise<Said> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  form.append('file', new File([text], 'file.csv'));
  const { status, body } = await ask('POST', '/records', form);
  expect([status, body]).toEqual([201, expect.anything()]);
  return waitUntil('the upload to be decoded', async (): Promise<Said> => {
    const { body: made } = await ask('GET', `/records/${body.id}`);
    return made.visualisable && made;
  });
}

const nameOfDownload = async (id: number, type = 'stats') =>
  (await ask('POST', `/records/${id}/file/${type}`)).headers.get('content-disposition') ?? '';
const listed = async (filters: object): Promise<number[]> =>
  (await ask('POST', '/records/all', { pageSize: -1, ...filters })).body.records.map(({ id }: Said) => id);

describe('what is recorded here', () => {
  test('is of the hub’s zone: date, names of files, the days of a filter', async () => {
    const { body: current } = await ask('GET', '/utils/current_mallette');
    await setZone(`/mallettes/${current.id}`, guadeloupe);
    expect((await ask('GET', `/clients/${clientId}`)).body).toMatchObject({
      timezone: null,
      effective_timezone: guadeloupe,
    });
    const made = await record(maxi);
    const clock = wallClock(made.timestamp, guadeloupe);
    expect(made).toMatchObject({ timezone: guadeloupe, date: clock.date, record_type: 'record' });
    expect(made.basename).toBe(`${maxi}_${clock.inName.replaceAll('-', '')}`);
    expect(await nameOfDownload(made.id)).toContain(clock.inName);
    expect(await listed({ minDate: clock.day, maxDate: clock.day })).toContain(made.id);
  });

  test('is of the client’s zone where it has one, whatever the hub’s; what was recorded before stays', async () => {
    const [before] = (await ask('POST', '/records/all', { pageSize: 1 })).body.records;
    await setZone(`/clients/${clientId}`, auckland);
    const made = await record(mini);
    const clock = wallClock(made.timestamp, auckland);
    expect(made).toMatchObject({ timezone: auckland, date: clock.date });
    expect(await nameOfDownload(made.id)).toContain(clock.inName);
    expect((await ask('GET', `/records/${before.id}`)).body).toMatchObject({
      timezone: guadeloupe,
      date: before.date,
    });
  });

  test('is of the type of its device’s family, by which it is found', async () => {
    const types = async (record_type: string) =>
      (await ask('POST', '/records/all', { record_type, pageSize: -1 })).body.records.map(
        (one: Said) => one.device_name,
      );
    const named = async (number: number) =>
      (await ask('POST', `/devices/rt/${clientId}/all`)).body.find((one: Said) => one.number === number).name;
    expect(await types('mini')).toEqual([await named(mini)]);
    expect(await types('record')).toContain(await named(maxi));
    expect(await types('record')).not.toContain(await named(mini));
  });
});

describe('an upload', () => {
  test('says local times in the zone that comes with it, or in the client’s', async () => {
    const local = 'time,v\n2026-07-01 10:00:00.000,1\n2026-07-01 10:00:00.500,2\n';
    const there = await upload(local, { timezone: guadeloupe });
    expect([there.timestamp, there.date]).toEqual([Date.parse('2026-07-01T14:00:00Z'), '01/07/2026 10:00:00']);
    await setZone(`/clients/${clientId}`, auckland);
    const here = await upload(local, {});
    expect([here.timestamp, here.timezone]).toEqual([Date.parse('2026-06-30T22:00:00Z'), auckland]);
    expect(await nameOfDownload(here.id, 'decoded')).toContain('2026-07-01_10-00-00');
  });

  test('in a zone that is none is refused', async () => {
    const form = new FormData();
    form.append('data', JSON.stringify({ timezone: 'Mars/Olympus' }));
    form.append('file', new File(['T,v\n0,1\n0.1,2\n'], 'file.csv'));
    expect(await ask('POST', '/records', form)).toMatchObject({
      status: 422,
      body: { fields: { timezone: 'unknown' } },
    });
  });
});

describe('a day of a filter', () => {
  /** Records that begin at these moments, one sample each 10 ms. */
  const at = async (...moments: readonly string[]) => {
    const ids: number[] = [];
    for (const moment of moments) {
      const ms = Date.parse(moment);
      ids.push((await upload(`timestamp,v\n${ms},1\n${ms + 10},2\n`, {})).id);
    }
    return ids;
  };
  const ofDay = (day: string, timezone: string) => listed({ minDate: day, maxDate: day, timezone });

  test('is 23 hours long where clocks go forward, 25 where they go back', async () => {
    const spring = await at(
      '2025-09-27T11:59:59Z',
      '2025-09-27T12:00:00Z',
      '2025-09-28T10:59:59Z',
      '2025-09-28T11:00:00Z',
    );
    expect(await ofDay('2025-09-28', auckland)).toEqual([spring[2], spring[1]]);
    const autumn = await at(
      '2025-04-05T10:59:59Z',
      '2025-04-05T11:00:00Z',
      '2025-04-06T11:59:59Z',
      '2025-04-06T12:00:00Z',
    );
    expect(await ofDay('2025-04-06', auckland)).toEqual([autumn[2], autumn[1]]);
  });

  test('is the asker’s, whose evening is another’s morning', async () => {
    const [evening] = await at('2025-02-11T02:30:00Z');
    expect(await ofDay('2025-02-10', guadeloupe)).toEqual([evening]);
    expect(await ofDay('2025-02-11', auckland)).toEqual([evening]);
    expect(await ofDay('2025-02-10', auckland)).toEqual([]);
    // Who says no zone asks in that of their client.
    expect(await listed({ minDate: '2025-02-11', maxDate: '2025-02-11' })).toEqual([evening]);
  });
});

test('a hub that knows no zone takes that of the first administrator’s browser, and keeps it', async () => {
  const fresh = await startTestHub();
  const login = (timezone: string) =>
    signInPlainly(fresh.url, administrator.mail, administrator.password, { timezone });
  try {
    const { ask: anybody } = await signInPlainly(fresh.url, administrator.mail, administrator.password);
    const zone = async () => (await anybody('GET', '/utils/current_mallette')).body.timezone;
    expect(await zone()).toBeNull();
    for (const nowhere of ['Mars/Olympus', 'UTC']) await login(nowhere);
    expect(await zone()).toBeNull();
    await login(guadeloupe);
    expect(await zone()).toBe(guadeloupe);
    await login(auckland);
    expect(await zone()).toBe(guadeloupe);
  } finally {
    await fresh.stop();
  }
});
