import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

let hub: TestHub;
let ask: Program;
let session: Said;

/** What moves a sensor, from this second of it on. */
const moves = (from: number) =>
  ['T,acc_x', ...Array.from({ length: 3000 }, (_, i) => `${i / 100},${wave(from + i / 100).toFixed(4)}`)].join('\n');
const wave = (t: number) => Math.sin(3 * t) + Math.sin((1.7 * t) ** 1.2);

async function upload(name: string, content: BlobPart, data: object = {}): Promise<number> {
  const sent = new FormData();
  sent.append('data', JSON.stringify({ again: true, ...data }));
  sent.append('file', new File([content], name));
  const { status, body } = await ask('POST', '/records', sent);
  expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  return decoded(body.id);
}
const read = async (id: number): Promise<Said> => (await ask('GET', `/records/${id}`)).body;
async function decoded(id: number): Promise<number> {
  await waitUntil(`record ${id} to be decoded`, async () => (await read(id)).decode_state === 'done');
  return id;
}
async function bytes(path: string, headers: HeadersInit = {}, method = 'GET') {
  const authorization = `Bearer ${session.access_token}`;
  const answer = await fetch(`${hub.url}/api${path}`, { method, headers: { authorization, ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'manager@demo.sillage', 'Manager-2026!'));
});
afterAll(() => hub?.stop());

test('a film is sent as one, listed, read by ranges, and leaves with the record that it lies beside', async () => {
  const film = await readFile(
    fileURLToPath(new URL('../../../../packages/testkit/fixtures/20_films/small.mp4', import.meta.url)),
  );
  const id = await upload('bank.mp4', film, { record_type: 'video' });
  expect(await read(id)).toMatchObject({ record_type: 'video', duration: 2 });
  for (const path of ['/videos', `/videos/${session.client_id}`])
    expect((await ask('GET', path)).body.records.map((one: Said) => one.id)).toContain(id);
  expect((await bytes(`/videos/record/${id}`)).bytes.equals(film)).toBe(true);
  const part = await bytes(`/videos/record/${id}`, { range: 'bytes=100-199' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${film.length}`]);
  expect(part.bytes.equals(film.subarray(100, 200))).toBe(true);
  const record = await upload('boat.csv', moves(0));
  const place = { of_record_id: record, offset_seconds: 1.5 };
  expect(await ask('PUT', `/videos/record/${id}/alignment`, place)).toMatchObject({ status: 200 });
  expect((await ask('GET', `/records/${record}/videos`)).body.aligned).toMatchObject([{ id, offset_seconds: 1.5 }]);
  for (const one of [id, record])
    expect((await bytes(`/records/${one}/file/video`, {}, 'POST')).bytes.equals(film), `${one}`).toBe(true);
});

test('selections are added one by one, with every field filled in or none, changed, read and taken away', async () => {
  const record = await upload('force.csv', moves(0));
  const at = `/records/${record}/selections`;
  const nothing = { num: null, toffset: null, d0: null, d1: null, doffset: null, distance: null, chrono: null };
  const sent = [
    { t0: 1, t1: 3 },
    { t0: 4, t1: 6.5, num: 5, exercise: 'x', comment: 'c' },
    { t0: 7, t1: 8, ...nothing, exercise: null, comment: null },
  ];
  const added = [];
  for (const one of sent) added.push(await ask('POST', at, one));
  expect(added.map(({ status, body }) => [status, body.num])).toEqual([
    [201, 1],
    [201, 5],
    [201, 6],
  ]);
  const last = added[2]?.body;
  expect(last).toMatchObject({ record_id: record, t0: 7, t1: 8, exercise: '', comment: '', chrono: '00:01.000' });
  const changed = await ask('PUT', `${at}/${last.id}`, { ...last, comment: 'now', t1: 9, chrono: undefined });
  expect(changed).toMatchObject({ status: 200, body: { t1: 9, comment: 'now' } });
  expect((await ask('GET', `${at}/${last.id}`)).body).toEqual(changed.body);
  expect(await ask('DELETE', `${at}/${last.id}`)).toMatchObject({ status: 204 });
  expect((await ask('GET', at)).body.map((one: Said) => one.num)).toEqual([1, 5]);
  expect((await read(record)).selections.map((one: Said) => one.num)).toEqual([1, 5]);
});

test('records are fused by a task, whatever says that there are no offsets', async () => {
  const [a, b] = [await upload('a.csv', moves(0)), await upload('b.csv', moves(2))];
  for (const offsets of [undefined, null, '', [], '0,2']) {
    const args = { record_ids: [a, b], type: 'start_rec', offsets };
    const { status, body } = await ask('POST', '/tasks', { name: 'record.fuse', args });
    expect({ status, body }).toMatchObject({ status: 200, body: { task_id: expect.any(Number) } });
    let task: Said;
    await waitUntil('the fusion', async () => {
      [task] = (await ask('GET', `/tasks/status?id=${body.task_id}`)).body;
      return !task.loading;
    });
    expect(task).toMatchObject({ success: true, result: { record_id: expect.any(Number) } });
    await decoded(task.result.record_id);
    expect(await read(task.result.record_id)).toMatchObject({ record_type: 'fusion', visualisable: true });
  }
});

test('a session is made of records, changed, unfolded, downloaded; deleting it keeps them', async () => {
  const [a, b] = [await upload('a.csv', moves(0)), await upload('b.csv', moves(2))];
  const form = new FormData();
  form.append('data', JSON.stringify({ record_type: 'seance', record_ids: [a, b] }));
  const made = await ask('POST', '/records', form);
  expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  const { id } = made.body;
  expect(await read(id)).toMatchObject({ record_type: 'seance', seance_records: [{ id: a }, { id: b }] });
  expect((await read(a)).seance_id).toBe(id);
  const listed = async (body: object): Promise<number[]> =>
    (await ask('POST', '/records/all', { pageSize: 0, ...body })).body.records.map((one: Said) => one.id);
  expect(await listed({})).toEqual(expect.arrayContaining([id]));
  expect(await listed({})).not.toContain(a);
  expect(await listed({ include_seances_subrecords: true })).toEqual(expect.arrayContaining([id, a, b]));
  const zip = await bytes(`/records/${id}/file/zip`, {}, 'POST');
  expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect(await ask('PUT', `/records/${id}`, { record_ids: [b] })).toMatchObject({ status: 200 });
  expect((await read(a)).seance_id).toBeNull();
  expect(await ask('DELETE', '/records', [id])).toMatchObject({ status: 204 });
  expect(await read(b)).toMatchObject({ id: b, seance_id: null });
});
