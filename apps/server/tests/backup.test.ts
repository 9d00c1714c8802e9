import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ApiError } from '@sillage/client';
import { api } from '@sillage/contract';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const fixture = fileURLToPath(
  new URL('../../../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.stop());

/** The task once it ended. */
async function ended(id: number) {
  return waitUntil('the task to end', async () => {
    const [task] = await hub.client.call(api.listTaskStatus, { query: { id } });
    return task !== undefined && task.executing >= 3 && task;
  });
}

async function backup(args: Record<string, unknown>) {
  const { task_id } = await hub.client.call(api.createTask, { body: { name: 'backup.export', args } });
  const task = await ended(task_id);
  expect(task).toMatchObject({ executing_str: 'Done', can_download: true, display_name: { fr: 'Sauvegarde' } });
  expect(task.messages_history.map(({ type }) => type)).toEqual(['INFO', 'SUCCESS']);
  return hub.client.fetchBytes(api.downloadTask, { params: { id: task_id } });
}

async function restore(bytes: Uint8Array<ArrayBuffer>) {
  const file = { name: 'backup.zip', content: new Blob([bytes]) };
  const { task_id } = await hub.client.call(api.createTaskWithFile, { body: { name: 'backup.restore' }, file });
  return ended(task_id);
}

const bytesOf = (body: ArrayBuffer | Uint8Array) => new Uint8Array(body);
const nameList = async () => (await hub.client.call(api.listClients, { body: {} })).items.map(({ name }) => name);

test('an administrator undoes the deletion of a client by a restore, over HTTP', async () => {
  const { id: clientId } = await hub.client.call(api.createClient, { body: { name: 'Aviron Test' } });
  const raw = Buffer.from(await readFile(fixture));
  const upload = { name: 'recording.txt', content: new Blob([raw]) };
  const made = await hub.client.call(api.uploadRecord, { body: { client_id: clientId }, file: upload });
  await waitUntil('the upload to be decoded', async () => {
    const record = await hub.client.call(api.readRecord, { params: { id: made.id } });
    return record.decode_state === 'done';
  });
  const { body, filename } = await backup({ client_id: clientId });
  expect(filename).toMatch(/^sillage-backup-.+-\d{4}-\d\d-\d\d\.zip$/);
  await hub.client.call(api.deleteClient, { params: { id: clientId } });
  expect(await nameList()).not.toContain('Aviron Test');

  expect(await restore(bytesOf(body))).toMatchObject({ executing_str: 'Done', success: true });
  expect(await nameList()).toContain('Aviron Test');
  const restored = await waitUntil('the restored record to be readable', async () => {
    const { records } = await hub.client.call(api.listRecords, { body: {} });
    return records.find((record) => record.basename === 'recording' && record.decode_state === 'done');
  });
  const reply = await hub.client.fetchBytes(api.downloadRecordFile, { params: { id: restored.id, fileType: 'raw' } });
  expect(reply.body.byteLength).toBeGreaterThan(1000);
});

test('a damaged backup ends in an error that says so in both languages, at the first try', async () => {
  const { body } = await backup({ with_files: false });
  const bytes = bytesOf(body);
  const task = await restore(bytes.slice(0, bytes.length - 100));
  expect(task).toMatchObject({ executing_str: 'Error' });
  expect(task.result?.msg?.fr).toContain('La sauvegarde est endommagée');
  expect(task.result?.msg?.en).toContain('Nothing was changed');
  expect(task.messages_history.map(({ type }) => type)).toEqual(['INFO', 'ERROR']);
});

test('arguments that are none are refused before a task is made', async () => {
  const before = (await hub.client.call(api.listTaskStatus, { query: { name: 'backup.export' } })).length;
  const wrong = { name: 'backup.export', args: { start: '2026-02-30', timezone: 'Nowhere' } };
  const refusal = await hub.client.call(api.createTask, { body: wrong }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 422 });
  for (const [args, fields] of [
    [{ start_date: '2026-13-45' }, { 'args.start_date': 'unknown' }],
    [{ garbage: 1, with_files: false }, { 'args.garbage': 'unknown' }],
    [{ start: '2026-13-45' }, { 'args.start': 'date' }],
    [{ end: '0000-01-01' }, { 'args.end': 'date' }],
    [{ client_id: 9999 }, { 'args.client_id': 'unknown' }],
  ] as const) {
    const body = { name: 'backup.export', args };
    const refused = await hub.client.call(api.createTask, { body }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 422, body: { fields } });
  }
  expect((await hub.client.call(api.listTaskStatus, { query: { name: 'backup.export' } })).length).toBe(before);
});

test('the example is a backup that restores', async () => {
  const { body } = await hub.client.fetchBytes(api.exampleDatabase, { query: { fill_example: 'true' } });
  expect(await restore(bytesOf(body))).toMatchObject({ executing_str: 'Done' });
  expect(await nameList()).toContain('club-exemple');
});

test('what the example holds is as the interface has it, and could have been typed', async () => {
  const ofExample = <T extends { client_name: string }>(items: readonly T[]) =>
    items.filter(({ client_name }) => client_name === 'Club Exemple');
  const devices = ofExample((await hub.client.call(api.listDevices, { body: { pageSize: -1 } })).items);
  expect(devices.map(({ number, name, type }) => [number, name, type]).sort()).toEqual([
    [20_109_901, 'Mini 9901', 'mini'],
    [20_109_902, 'Mini 9902', 'mini'],
  ]);
  const configs = ofExample((await hub.client.call(api.listConfigs, { body: { pageSize: -1 } })).items);
  expect(configs).toHaveLength(1);
  for (const { id, name, config } of configs) {
    await hub.client.call(api.editConfig, { params: { id }, body: { name, config } });
  }
  const people = ofExample((await hub.client.call(api.listUsers, { body: { pageSize: -1 } })).items);
  expect(people.flatMap(({ roles }) => roles).sort()).toEqual(['Athlete', 'Athlete', 'Coach']);
  for (const { id, mail, firstname, lastname, roles, language } of people) {
    await hub.client.call(api.editUser, { params: { id }, body: { mail, firstname, lastname, roles, language } });
  }
  const clients = (await hub.client.call(api.listClients, { body: { pageSize: -1 } })).items;
  for (const client of clients.filter(({ name }) => name === 'club-exemple')) {
    const { id, name, display_name, video_quality, video_fps, sport_ids } = client;
    const body = { name, display_name, video_quality, video_fps, sport_ids };
    await hub.client.call(api.editClient, { params: { id }, body });
  }
  const sports = (await hub.client.call(api.listSports, { body: { pageSize: -1 } })).items;
  for (const { id, name, display_name, text, value } of sports.filter(({ name }) => name === 'example')) {
    await hub.client.call(api.editSport, { params: { id }, body: { name, display_name, text, value } });
  }
});
