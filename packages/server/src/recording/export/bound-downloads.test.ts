import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@sillage/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { Answer } from '../../platform/http/index.ts';
import { exportRoutes } from './index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { room, manager, stranger, rawId, combinedId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

test('a reader who goes away in the middle leaves nothing behind', async () => {
  const body = { ids: [rawId, combinedId], processing: 'resampling', rate: 1000 };
  const answer = await ask(rawId, 'zip', { body });
  if (!(answer instanceof Answer) || !(answer.body instanceof Readable)) throw new Error('no stream');
  const stream = answer.body;
  await new Promise((resolve) => stream.once('data', resolve));
  stream.destroy();
  await expect.poll(() => readdir(room.folder.temporary)).toEqual([]);
});

test('a rate that would make more values than a disk holds is refused before anything is made', async () => {
  const long = await uploaded('long.csv', Buffer.from('t;v\n0;1\n500000;2\n'));
  const body = { processing: 'resampling', rate: 5000 };
  expect(await ask(long, 'decoded', { body })).toBe('export.tooLarge');
  expect(await ask(long, 'decoded', { body: { ...body, rate: 1 } })).toBeInstanceOf(Answer);
  expect(await ask(long, 'decoded')).toBeInstanceOf(Answer);
});

test('a person has some exports at once; who is done or gone makes room', async () => {
  const body = { processing: 'resampling', rate: 5000 };
  const colleague = await room.addPerson(manager.clientId, 'Manager');
  const streams: Readable[] = [];
  for (let answer = await ask(rawId, 'zip', { who: colleague, body }); ; ) {
    if (!(answer instanceof Answer) || !(answer.body instanceof Readable)) {
      expect(answer).toBe('export.tooMany');
      break;
    }
    streams.push(answer.body);
    answer = await ask(rawId, 'zip', { who: colleague, body });
  }
  expect(streams).toHaveLength(12);
  expect(await ask(rawId, 'stats', { who: stranger })).toBe('entity.notFound');
  streams[0]?.destroy();
  await expect.poll(() => ask(rawId, 'stats', { who: colleague })).toBeInstanceOf(Answer);
  for (const stream of streams) stream.destroy();
});

test('a reader who goes away ends the reading, also while nothing is handed on', async () => {
  const { store } = room.dependencies;
  let chunks = 0;
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (; ; chunks++) {
        const timesSeconds = Float64Array.of(chunks, chunks + 0.5);
        yield { timesSeconds, columns: [Float32Array.of(Number.NaN, Number.NaN)] };
      }
    } finally {
      ended.resolve();
    }
  }
  exportRoutes(room.serve, { ...room.dependencies, store: { ...store, samples: endless } });
  const answer = await ask(combinedId, 'decoded', { body: { drop_nan: true } });
  exportRoutes(room.serve, room.dependencies);
  if (!(answer instanceof Answer) || !(answer.body instanceof Readable)) throw new Error('no stream');
  const { body } = answer;
  body.resume();
  await expect.poll(() => chunks).toBeGreaterThan(10);
  body.destroy();
  await ended.promise;
});

test('the search for cycles takes a place, and ends with the caller', async () => {
  const { store } = room.dependencies;
  const open = Promise.withResolvers<void>();
  async function* held() {
    await open.promise;
    yield { timesSeconds: Float64Array.of(0), columns: [Float32Array.of(1)] };
  }
  exportRoutes(room.serve, { ...room.dependencies, store: { ...store, samples: held } });
  const gone = new AbortController();
  const params = { id: rawId, fileType: 'decoded' as const };
  const search = (endpoint: typeof api.downloadRecordFile | typeof api.linkRecordFile) =>
    room.call(endpoint, manager, { params, query: {}, body: { processing: 'cycle_mean' }, signal: gone.signal });
  const first = Array.from({ length: 12 }, (_, i) => search(i % 2 === 0 ? api.downloadRecordFile : api.linkRecordFile));
  const ended = Promise.allSettled(first);
  expect([await search(api.downloadRecordFile), await search(api.linkRecordFile)]).toEqual(
    Array(2).fill('export.tooMany'),
  );
  gone.abort();
  open.resolve();
  for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(await ask(rawId, 'stats')).toBeInstanceOf(Answer);
  exportRoutes(room.serve, room.dependencies);
});

test('a reader who takes nothing for 5 min is cut; one who takes a little, or waits for what is made, is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
  const open = Promise.withResolvers<void>();
  const { store } = room.dependencies;
  async function* slow() {
    await open.promise;
    yield { timesSeconds: Float64Array.of(0), columns: [Float32Array.of(1)] };
  }
  try {
    const streamOf = async (answer: Promise<unknown>): Promise<Readable> => {
      const given = await answer;
      if (!(given instanceof Answer) || !(given.body instanceof Readable)) throw new Error('no stream');
      return given.body;
    };
    const body = { processing: 'resampling', rate: 5000 };
    const idle = await streamOf(ask(rawId, 'zip', { body }));
    const gone = new Promise((resolve) => idle.once('error', resolve));
    const slowReader = await streamOf(ask(rawId, 'zip', { body }));
    exportRoutes(room.serve, { ...room.dependencies, store: { ...store, samples: slow } });
    const waiting = (await streamOf(ask(combinedId, 'parquet'))).resume();
    exportRoutes(room.serve, room.dependencies);
    const isFull = ({ readableLength, readableHighWaterMark }: Readable) => readableLength >= readableHighWaterMark;
    await expect.poll(() => isFull(idle) && isFull(slowReader)).toBe(true);
    minutes(4.5);
    expect([idle.destroyed, slowReader.destroyed, waiting.destroyed]).toEqual([false, false, false]);
    while (slowReader.read() !== null); // so more is made
    await expect.poll(() => isFull(slowReader)).toBe(true);
    minutes(0.5);
    expect(await gone).toMatchObject({ message: 'the reader takes nothing any more' });
    minutes(3);
    expect([idle.destroyed, slowReader.destroyed, waiting.destroyed]).toEqual([true, false, false]);
    open.resolve();
    slowReader.destroy();
    waiting.destroy();
  } finally {
    vi.useRealTimers();
  }
});

test('a link is followed once, without a session, after any look at its head; what may not be had gets none', async () => {
  const link = async (id: number, fileType: string, who = manager) => {
    const params = { id, fileType: api.linkRecordFile.params.shape.fileType.parse(fileType) };
    return room.call(api.linkRecordFile, who, { params, query: {}, body: null });
  };
  const { path } = api.linkRecordFile.reply.parse(await link(rawId, 'decoded'));
  const token = path.replace(/^\/downloads\//, '');
  const follow = () => room.call(api.followDownloadLink, stranger, { params: { token } });
  const head = await room.call(api.followDownloadLink, stranger, { params: { token }, headOnly: true });
  if (!(head instanceof Answer) || !(head.body instanceof Readable)) throw new Error(String(head));
  head.body.destroy();
  const answer = await follow();
  if (!(answer instanceof Answer) || !(answer.body instanceof Readable)) throw new Error(String(answer));
  expect(answer.headers['content-disposition']).toContain('.csv');
  expect(head.headers).toEqual(answer.headers);
  expect((await download(rawId, 'decoded')).bytes.equals(await buffer(answer.body))).toBe(true);
  expect(await follow()).toBe('file.linkUsed');
  expect(await link(rawId, 'c3d')).toBe('file.typeNotAvailable');
  expect(await link(rawId, 'decoded', stranger)).toBe('entity.notFound');
});

test('what cannot be made, or is not for this person, is refused', async () => {
  expect(await ask(rawId, 'c3d')).toBe('file.typeNotAvailable');
  expect(await ask(rawId, 'raw', { who: stranger })).toBe('entity.notFound');
  expect(await ask(rawId, 'raw', { sel_id: 999 })).toBe('entity.notFound');
  expect(await ask(rawId, 'decoded', { body: { processing: 'resampling' } })).toBe('request.invalid');
});

test('a download is as large as was estimated, within a sixth, whatever is asked for', async () => {
  const lines = Array.from({ length: 6000 }, (_, i) => `${i / 100};${Math.sin(i / 40) * 10};${i % 3 === 0 ? '' : i}`);
  const id = await uploaded('sine.csv', Buffer.from(`t;v;w\n${lines.join('\n')}\n`));
  const made = await room.call(api.createSelection, manager, { params: { id }, body: { t0: 10, t1: 40 } });
  const sel = api.createSelection.reply.parse(made).id;
  const estimate = async (fileType: string, body: object) => {
    const params = { id, fileType: api.downloadRecordFile.params.shape.fileType.parse(fileType) };
    return api.estimateRecordFile.reply.parse(
      await room.call(api.estimateRecordFile, manager, { params, query: {}, body }),
    );
  };
  const asked = [
    {},
    { drop_nan: true },
    { processing: 'resampling', rate: 250 },
    { sel_ids: [sel] },
    { ids: [id, rawId, combinedId] },
  ];
  for (const fileType of ['decoded', 'parquet', 'mcap', 'raw', 'zip']) {
    for (const body of asked) {
      const said = await estimate(fileType, body);
      const { bytes } = await download(id, fileType, { body });
      const about = `${fileType} ${JSON.stringify(body)}: ${said.bytes} for ${bytes.length}`;
      expect(said.bytes / bytes.length, about).toBeGreaterThan(0.83);
      expect(said.bytes / bytes.length, about).toBeLessThan(1.17);
      const isZip = bytes.subarray(0, 2).toString() === 'PK';
      expect(said.is_zip, about).toBe(isZip);
      expect(said.files, about).toBe(isZip ? Object.keys(await unzipped(bytes)).length : 1);
    }
  }
  const [said, stats] = [await estimate('stats', {}), await download(id, 'stats')];
  expect(said).toMatchObject({ files: 1, is_zip: false });
  expect(Math.abs(said.bytes - stats.bytes.length)).toBeLessThan(200);
});
