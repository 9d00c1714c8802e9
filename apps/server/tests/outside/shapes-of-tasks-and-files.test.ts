import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, plainProgram, type Said, signInPlainly } from './plain-program.ts';

const fixture = fileURLToPath(
  new URL('../../../../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);
const deviceNumber = 10200042;
const browser = 'browser-of-the-test';
let hub: TestHub;
let ask: Program;
let session: Said;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
});
afterAll(async () => {
  await hub?.stop();
});

/** Polls as other people's clients do. */
const finished = (id: number): Promise<Said> =>
  waitUntil(`task ${id} to end`, async () => {
    const { body } = await ask('GET', `/tasks/status?id=${id}`);
    return body[0].loading === false && body[0];
  });

const csv = (rows = 50) =>
  ['t,force', ...Array.from({ length: rows }, (_, i) => `${(i / 10).toFixed(1)},${i}`)].join('\n');

function form(data: object, file: { readonly name: string; readonly text: BlobPart }, part: 'text' | Blob | File) {
  const sent = new FormData();
  const text = JSON.stringify(data);
  if (part === 'text') sent.append('data', text);
  else if (part instanceof File) sent.append('data', new File([text], part.name, { type: part.type }));
  else sent.append('data', new Blob([text], { type: part.type }));
  sent.append('file', new File([file.text], file.name));
  return sent;
}

describe('the part `data` of a form', () => {
  const parts = {
    'without a type': 'text',
    'text/plain': new Blob([], { type: 'text/plain' }),
    'application/json': new Blob([], { type: 'application/json' }),
    'application/json with a file name': new File([], 'data.json', { type: 'application/json' }),
  } as const;

  test.each(Object.entries(parts))('%s', async (_, part) => {
    const sent = form({ rate: 10, comment: 'from outside' }, { name: 'force.csv', text: csv() }, part);
    const { status, body } = await ask('POST', '/records', sent);
    expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    expect(await ask('GET', `/records/${body.id}`)).toMatchObject({ body: { comment: 'from outside' } });
  });

  test('the description of the API says so', async () => {
    const { body } = await ask('GET', '/openapi.json');
    const forms = Object.values<Said>(body.paths)
      .flatMap((path) => Object.values<Said>(path))
      .map((operation) => operation.requestBody?.content?.['multipart/form-data'])
      .filter((content) => content?.schema.properties.data !== undefined);
    expect(forms.length).toBeGreaterThan(5);
    for (const { encoding } of forms) expect(encoding.data.contentType).toContain('application/json');
  });
});

describe('tasks', () => {
  test('`decode` is started by its record beside the name, once or for several, and tells whose it is', async () => {
    const { body: infos } = await ask('GET', '/tasks/infos');
    expect(infos.tasks).toContainEqual(expect.objectContaining({ name: 'decode', startable: true }));
    const [first, second] = await waitUntil('two decoded records', async () => {
      const { body: list } = await ask('POST', '/records/all', {});
      const decoded = list.records.filter((record: Said) => record.decode_state === 'done');
      return decoded.length > 1 && decoded;
    });
    const asked = await ask('POST', '/tasks', { name: 'decode', rec_id: first.id }, { 'x-unique-id': browser });
    expect(asked).toMatchObject({ status: 200, body: { task_id: expect.any(Number) } });
    const task = await finished(asked.body.task_id);
    expect(task).toMatchObject({ success: true, rec_ids: [first.id], caller_front_uid: browser, result: {} });
    expect(task.logs).toContain(' SUCCESS ');
    const both = await ask('POST', '/tasks', { name: 'decode', rec_ids: [first.id, second.id] });
    expect(both).toMatchObject({ status: 200, body: { task_ids: [expect.any(Number), expect.any(Number)] } });
    for (const id of both.body.task_ids) expect(await finished(id)).toMatchObject({ success: true });
    expect(await ask('POST', '/tasks', { name: 'decode', args: { rec_id: first.id } })).toMatchObject({ status: 200 });
  });

  test('`decode` is refused without a record, and for one that is not there or not the caller’s', async () => {
    expect(await ask('POST', '/tasks', { name: 'decode' })).toMatchObject({
      status: 422,
      body: { fields: { 'args.rec_ids': 'required' } },
    });
    expect(await ask('POST', '/tasks', { name: 'decode', rec_id: 999_999 })).toMatchObject({ status: 404 });
    const { body: other } = await ask('POST', '/clients', { name: 'other' });
    const person = { mail: 'other@sillage.test', firstname: 'O', lastname: 'T', roles: ['Manager'] };
    await ask('POST', '/users', { ...person, client_id: other.id, password: 'Aviron-2026!' });
    const theirs = (await signInPlainly(hub.url, person.mail, 'Aviron-2026!')).ask;
    const { body: list } = await ask('POST', '/records/all', {});
    expect(await theirs('POST', '/tasks', { name: 'decode', rec_id: list.records[0].id })).toMatchObject({
      status: 404,
    });
  });

  test('a finished task has a result, with `download` in it while a file waits', async () => {
    const { status, body } = await ask('POST', '/tasks', { name: 'backup.export', args: {} });
    expect(status).toBe(200);
    const task = await finished(body.task_id);
    expect(task).toMatchObject({ success: true, can_download: true, result: { download: expect.any(String) } });
    const file = await fetch(`${hub.url}/api${task.result.download}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  test('the decoding of an upload is of who uploaded it', async () => {
    const sent = form({}, { name: 'force.csv', text: csv() }, 'text');
    const { body } = await ask('POST', '/records', sent, { 'x-unique-id': browser });
    expect(await finished(body.task_id)).toMatchObject({ caller_front_uid: browser, rec_ids: [body.id] });
  });
});

test('a raw file keeps its device, by the number that it names and the club has', async () => {
  const original = await readFile(fixture, 'latin1');
  const text = original.replace('"folder_name"', `"deviceId": ${deviceNumber}, "folder_name"`);
  const folderName = /"folder_name": *"([^"]*)"/.exec(original)?.[1];
  const { body } = await ask(
    'POST',
    '/records',
    form({}, { name: 'recording.txt', text: Buffer.from(text, 'latin1') }, 'text'),
  );
  await finished(body.task_id);
  const { body: record } = await ask('GET', `/records/${body.id}`);
  expect(record).toMatchObject({ decode_state: 'done', device_id: expect.any(Number) });
  const answer = await fetch(`${hub.url}/api/records/${body.id}/file/raw`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  const raw = await answer.text();
  expect(raw).toMatch(new RegExp(`"deviceId": *${deviceNumber}`));
  expect(folderName).not.toBe(undefined);
  expect(raw).toContain(`"${folderName}"`);
  expect(await plainProgram(hub.url)('GET', `/records/${body.id}`)).toMatchObject({ status: 401 });
});

describe('record data', () => {
  const rows = 200;
  let id: number;
  beforeAll(async () => {
    const { body } = await ask('POST', '/records', form({}, { name: 'force.csv', text: csv(rows) }, 'text'));
    await finished(body.task_id);
    ({ id } = body);
  });
  const entryOf = async (x: object, y?: readonly string[]): Promise<Said> => {
    const { body: record } = await ask('GET', `/records/${id}`);
    const wanted = y ?? Object.keys(record.available_data);
    const { body } = await ask('POST', '/records/data', {
      data: { [id]: [{ x: { type: 'range', name: 'T', range: [4, 8], ...x }, y: wanted, slot_id: 1, label: 'a' }] },
    });
    return body.data[id][0];
  };
  const times = (entry: Said): number[] => Object.values<Said>(entry.data)[0].data.map(({ x }: Said) => x);

  test('`normalize` shifts x to begin at 0 in s, `percent` to 0–100, and `x_sub_range` is in those', async () => {
    const shifted = times(await entryOf({ normalize: true }));
    expect([shifted[0], shifted.at(-1)]).toEqual([0, 4]);
    const part = times(await entryOf({ normalize: true, x_sub_range: [1, 2] }));
    expect([Math.min(...part), Math.max(...part)]).toEqual([1, 2]);
    const percent = times(await entryOf({ normalize: 'percent' }));
    expect([percent[0], percent.at(-1)]).toEqual([0, 100]);
  });

  test('a series names itself by its bare name, and by its number; a distance that is not there leaves it empty', async () => {
    const [[name, series] = ['', undefined]] = Object.entries<Said>((await entryOf({})).data);
    expect(series).toMatchObject({ id: expect.any(Number), label: name });
    const byDistance = await entryOf({ name: 'D', range: [] });
    expect(Object.values<Said>(byDistance.data).map(({ data }) => data)).toEqual([[]]);
  });
});
