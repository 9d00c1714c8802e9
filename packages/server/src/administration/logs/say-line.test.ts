import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogLine } from '@sillage/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  addClient,
  addDevice,
  addRecord,
  addUser,
  openTestDatabase,
  type TestDatabase,
} from '../../platform/database/testing.ts';
import { openTestLogs, type TestLogs } from './open-test-logs.ts';

let test: TestDatabase;
let room: TestLogs;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  room = await openTestLogs(test.database.db);
});
afterEach(() => room.close());

it('says in both languages what happened, with the device and its athletes by name, and finds it by either', async () => {
  room.log.info({ device: 20200015, deviceName: 'Skiff', athletes: ['Camille Le Goff'] }, 'a device is connected');
  room.log.info({ device: 20200015 }, 'a device is away');
  await room.written(2);
  expect(await room.lines()).toMatchObject([
    {
      code: 'device.connected',
      message: 'a device is connected',
      text: { fr: 'Skiff (Camille Le Goff) est connecté', en: 'Skiff (Camille Le Goff) is connected' },
    },
    { code: 'device.away', text: { fr: 'Mini 0015 n’est plus là', en: 'Mini 0015 is away' } },
  ]);
  expect(await room.lines(`search=${encodeURIComponent('le goff) est conn')}`)).toHaveLength(1);
});

it('says what an older version wrote, and what a browser quotes as it was said', async () => {
  await mkdir(dirname(room.file), { recursive: true });
  await writeFile(room.file, '{"level":30,"time":1,"device":10200042,"msg":"a device is connected"}\n');
  await room.say({ level: 'info', message: 'a device is connected' });
  await room.written(2);
  expect(await room.lines()).toMatchObject([
    { code: 'device.connected', text: { fr: 'Maxi 0042 est connecté' } },
    { code: null, source: 'web', text: { fr: 'a device is connected', en: 'a device is connected' } },
  ]);
});

it('names the device and the athletes of a line that has only the number of a record', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const { id: deviceId } = await addDevice(db, { number: 20200016, name: 'Skiff 2', clientId });
  const { id: sacha } = await addUser(db, { clientId, firstname: 'Sacha', lastname: 'Roy' });
  const { id: recordId } = await addRecord(db, { clientId, deviceId, source: 'journal', userIds: [sacha] });
  room.log.info({ recordId }, 'a record was deleted while it was decoded');
  room.log.warn({ device: 20200016, problem: 'x' }, 'a device could not be cut');
  room.log.info({ recordId: recordId + 1 }, 'a record was deleted while it was decoded');
  await room.written(3);
  expect((await room.lines()).map(({ text }) => text.en)).toEqual([
    `Record no. ${recordId}, Skiff 2 (Sacha Roy) was deleted while it was decoded`,
    'The connection of Skiff 2 could not be cut',
    `Record no. ${recordId + 1} was deleted while it was decoded`,
  ]);
});

it('finds a line by the names that it is shown with, in steps too, and nothing by those of others', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  await addDevice(db, { number: 20200031, name: 'Yole rouge', clientId });
  await addDevice(db, { number: 20200032, name: 'Yole verte', clientId });
  for (let n = 0; n < 3; n += 1) {
    room.log.info({ device: 20200031 }, 'a device is away');
    room.log.info({ device: 20200032 }, 'a device is away');
  }
  await room.written(6);
  expect((await room.lines('search=yole%20rouge')).map(({ text }) => text.fr)).toEqual(
    Array(3).fill('Yole rouge n’est plus là'),
  );
  expect(await room.lines('search=yole%20bleue')).toEqual([]);
  const found: LogLine[] = [];
  for (let after = 0, more = true; more; ) {
    const part = (await room.get(`/logs?search=yole%20verte&limit=1&after=${after}`)).json();
    found.push(...part.lines);
    more = part.lines.length > 0;
    after = part.next;
  }
  expect(found.map(({ text }) => text.en)).toEqual(Array(3).fill('Yole verte is away'));
});
