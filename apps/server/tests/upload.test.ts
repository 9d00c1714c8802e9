import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ApiError } from '@sillage/client';
import { api, type Record as SillageRecord } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import { administrator, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const fixture = fileURLToPath(
  new URL('../../../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);
const dataMark = '<== data ==>\n';

let hub: TestHub;
let raw: Buffer<ArrayBuffer>;
beforeAll(async () => {
  hub = await startTestHub();
  raw = Buffer.from(await readFile(fixture));
});
afterAll(async () => {
  await hub?.stop();
});

async function upload(bytes: Uint8Array<ArrayBuffer>, name = 'recording.txt'): Promise<SillageRecord> {
  const file = { name, content: new Blob([bytes]) };
  const { id } = await hub.client.call(api.uploadRecord, { body: {}, file });
  return waitUntil('the upload to be decoded', async () => {
    const record = await hub.client.call(api.readRecord, { params: { id } });
    return (record.decode_state === 'done' || record.decode_state === 'error') && record;
  });
}

async function downloadRaw(id: number) {
  const reply = await hub.client.fetchBytes(api.downloadRecordFile, { params: { id, fileType: 'raw' } });
  const decoded = readRawFile(reply.body);
  if (isProblem(decoded)) throw new Error(decoded.problem);
  return decoded;
}

test('a link of a bearer’s session is followed without one, once', async () => {
  const { id } = await upload(raw);
  const { path } = await hub.client.call(api.linkRecordFile, { params: { id, fileType: 'raw' }, body: {} });
  const [first, second] = [await fetch(`${hub.url}/api${path}`), await fetch(`${hub.url}/api${path}`)];
  expect([first.status, first.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.txt')]);
  const decoded = readRawFile(Buffer.from(await first.arrayBuffer()));
  if (isProblem(decoded)) throw new Error(decoded.problem);
  expect(decoded.modules[0]?.timesSeconds).toHaveLength(4771);
  expect([second.status, await second.json()]).toEqual([404, expect.objectContaining({ code: 'file.linkUsed' })]);
});

test('a file comes in pieces after tus 1.0, over a connection that breaks, and becomes a record', async () => {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${hub.url}/api/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(administrator),
  });
  const { access_token: token } = await login.json();
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const announced = await fetch(`${hub.url}/api/uploads`, { method: 'OPTIONS' });
  expect(announced.headers.get('tus-extension')).toBe('creation,checksum,expiration,termination');
  expect(
    (await fetch(`${hub.url}/api/uploads`, { method: 'POST', headers: { ...headers, 'tus-resumable': '0.2' } })).status,
  ).toBe(412);
  const metadata = `filename ${Buffer.from('pièces.txt').toString('base64')}`;
  const made = await fetch(`${hub.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(raw.length), 'upload-metadata': metadata },
  });
  expect([made.status, made.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
  const at = `${hub.url}${made.headers.get('location')}`;
  const offset = async () => Number((await fetch(at, { method: 'HEAD', headers })).headers.get('upload-offset'));
  const piece = { ...headers, 'content-type': 'application/offset+octet-stream' };

  const cutHeaders = { ...piece, 'upload-offset': 0, 'content-length': raw.length };
  const from = await waitUntil('what came before a connection broke to count', async () => {
    const cut = request(at, { method: 'PATCH', headers: cutHeaders });
    cut.on('error', () => {});
    cut.write(raw.subarray(0, 50_000));
    // Time for the server to let it in: bytes that it never took cannot count.
    await offset();
    cut.destroy();
    return (await offset()) || undefined;
  });
  expect(from).toBeLessThanOrEqual(50_000);
  const atWrong = { method: 'PATCH', headers: { ...piece, 'upload-offset': '1' }, body: raw };
  await waitUntil('another offset to be refused', async () => (await fetch(at, atWrong)).status === 409);
  const damaged = { ...piece, 'upload-offset': String(from), 'upload-checksum': `sha256 ${'A'.repeat(43)}=` };
  expect((await fetch(at, { method: 'PATCH', headers: damaged, body: raw.subarray(from) })).status).toBe(460);
  const rest = await fetch(at, {
    method: 'PATCH',
    headers: { ...piece, 'upload-offset': String(from) },
    body: raw.subarray(from),
  });
  expect([rest.status, Number(rest.headers.get('upload-offset'))]).toEqual([204, raw.length]);
  const upload = made.headers.get('location')?.split('/').at(-1) ?? '';
  const { id } = await hub.client.call(api.uploadRecord, { body: { upload, again: true } });
  const record = await waitUntil('it to be decoded', async () => {
    const seen = await hub.client.call(api.readRecord, { params: { id } });
    return seen.decode_state === 'done' && seen;
  });
  expect(record).toMatchObject({ basename: 'pièces', nb_errors: 0, modules: { imu: { samples: 4771 } } });
});

describe('the raw device file 19, over HTTP', () => {
  test('has the values that its SOURCE.md tells', async () => {
    const record = await upload(raw);
    expect(record).toMatchObject({
      decode_state: 'done',
      visualisable: true,
      nb_errors: 0,
      timestamp: 1673952570_000,
      duration: expect.closeTo(48.97869801521301, 6),
      modules: { imu: { type: 'imu', samples: 4771 } },
    });
    const statistics = await hub.client.call(api.readRecordStatistics, { params: { id: record.id } });
    expect(statistics.default.data.map(({ num }) => num)).toEqual(Object.keys(record.available_data).map(() => 4771));
    const entry = await hub.client.call(api.readRecordData, {
      params: { id: record.id },
      query: { wanted_y: ['imu.acc_z', 'imu.gyro_y'], maxData: 200_000 },
    });
    const accZ = entry.data['imu.acc_z']?.data ?? [];
    expect(accZ).toHaveLength(4771);
    expect([0, 2385, 4770].map((i) => accZ[i]?.x)).toEqual([1.197674, 25.086419, 48.978698]);
    expect([accZ[0]?.y, accZ[4770]?.y]).toEqual([9.742115020751953, 9.699029922485352]);
    expect(entry.data['imu.gyro_y']?.data[0]?.y).toBe(-8.119999885559082);
  });

  test('downloads as a raw file that decodes to the same, also when uploaded again', async () => {
    const source = readRawFile(raw);
    if (isProblem(source)) throw new Error(source.problem);
    const first = await upload(raw);
    const reply = await hub.client.fetchBytes(api.downloadRecordFile, { params: { id: first.id, fileType: 'raw' } });
    const second = await upload(reply.body);
    for (const { id } of [first, second]) {
      const decoded = await downloadRaw(id);
      expect(decoded.modules).toEqual(source.modules);
      expect(decoded.startUs).toBe(source.startUs);
    }
    expect(second).toMatchObject({ nb_errors: 0, duration: first.duration, timestamp: first.timestamp });
  });
});

describe('a damaged file', () => {
  const dataFrom = () => raw.indexOf(dataMark) + dataMark.length;
  /** Bytes overwritten in the middle of the frames. */
  const overwritten = () => {
    const damaged = Buffer.from(raw);
    damaged.fill(0xff, dataFrom() + 20_000, dataFrom() + 20_777);
    return damaged;
  };
  /** Bytes lost in the middle of the frames. */
  const shortened = () => Buffer.concat([raw.subarray(0, dataFrom() + 30_011), raw.subarray(dataFrom() + 30_500)]);

  test.each([
    ['overwritten', overwritten],
    ['with bytes missing', shortened],
  ])('%s is a record with a warning and all its other samples', async (_, damage) => {
    const record = await upload(damage());
    expect(record).toMatchObject({ decode_state: 'done', visualisable: true, nb_errors: 1 });
    const errors = await hub.client.call(api.listRecordErrors, { params: { id: record.id } });
    expect(errors).toMatchObject([{ type: 'WARN' }]);
    const [imu] = (await downloadRaw(record.id)).modules;
    expect(imu?.timesSeconds.length).toBeGreaterThan(4600);
    expect(imu?.timesSeconds.length).toBeLessThan(4771);
    expect(imu?.timesSeconds.at(-1)).toBe(48.978698);
  });

  test('cut off in a frame ends there', async () => {
    const record = await upload(raw.subarray(0, raw.length - 7));
    expect(record).toMatchObject({ decode_state: 'done', visualisable: true });
    expect((await downloadRaw(record.id)).modules[0]?.timesSeconds).toHaveLength(4770);
  });

  test('without one readable sample says why', async () => {
    const noise = Buffer.alloc(5000, 0xee);
    const record = await upload(Buffer.concat([raw.subarray(0, dataFrom()), noise]));
    expect(record).toMatchObject({ decode_state: 'error', visualisable: false, nb_errors: 1 });
    const errors = await hub.client.call(api.listRecordErrors, { params: { id: record.id } });
    expect(errors).toMatchObject([{ type: 'FATAL', msg: { en: 'The file holds no readable sample.' } }]);
  });

  test.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
    ['empty', () => new Uint8Array(), 'file.'],
    ['of noise', () => Buffer.alloc(10_000, 0xa7), 'file.unknownFormat'],
    ['cut off in its header', () => raw.subarray(0, 300), 'file.'],
    ['with a header that is no JSON', () => Buffer.from(raw.toString('latin1').replace('{', '{{'), 'latin1'), 'file.'],
    ['of zeros', () => Buffer.alloc(10_000), 'file.unknownFormat'],
  ])('%s is refused in words', async (_, make, code) => {
    const refusal = await upload(make()).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(refusal instanceof ApiError)) throw new Error(`not refused: ${refusal}`);
    expect(refusal.status).toBeGreaterThanOrEqual(400);
    expect(refusal.status).toBeLessThan(500);
    expect(refusal.body.code.startsWith(code)).toBe(true);
  });

  test('at any byte never breaks the server', async () => {
    // A fixed sequence, so that a failure comes again.
    let state = 12_345;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % below;
    };
    for (let round = 0; round < 12; round++) {
      const damaged = Buffer.from(raw);
      for (let n = 0; n < 5; n++) damaged[next(round % 2 === 0 ? dataFrom() : raw.length)] = next(256);
      const outcome = await upload(damaged.subarray(0, raw.length - next(2) * next(raw.length))).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof ApiError) expect(outcome.status).toBeLessThan(500);
      else expect(outcome).toHaveProperty('decode_state');
    }
  });
});
