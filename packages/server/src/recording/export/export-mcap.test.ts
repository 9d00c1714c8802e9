import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { McapIndexedReader, McapWriter } from '@mcap/core';
import { api } from '@sillage/contract';
import { isProblem, readRawFile, writeRawFile } from '@sillage/formats';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor.js';
import { afterAll, expect, test, vi } from 'vitest';
import { turnsDuring } from '../../platform/clock/index.ts';
import { Answer } from '../../platform/http/index.ts';
import { openTestExports, twoStartUs, unzipped } from './open-test-exports.ts';

const { room, manager, raw, rawId, combinedId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

/** Read as Foxglove does: by the index, messages by the schema that is in the file. */
async function opened(bytes: Buffer) {
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (at, length) => bytes.subarray(Number(at), Number(at + length)),
    },
    decompressHandlers: { zstd: (chunk) => new Uint8Array(zstdDecompressSync(chunk)) },
  });
  const types = new Map<number, protobuf.Type>();
  for (const [id, { name, encoding, data }] of reader.schemasById) {
    expect(encoding).toBe('protobuf');
    types.set(id, protobuf.Root.fromDescriptor(data, { keepCase: true }).lookupType(name));
  }
  const messages: { topic: string; logTime: bigint; values: Record<string, number> }[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    const channel = reader.channelsById.get(channelId);
    const type = types.get(channel?.schemaId ?? 0);
    if (channel === undefined || type === undefined) throw new Error(`channel ${channelId}`);
    messages.push({ topic: channel.topic, logTime, values: type.toObject(type.decode(data), { defaults: true }) });
  }
  const metadata = new Map<string, Map<string, string>>();
  for await (const { name, metadata: texts } of reader.readMetadata()) metadata.set(name, texts);
  return { reader, messages, metadata };
}

test('mcap holds the samples of all modules, to the bit, at their moments in ns', async () => {
  const { bytes, filename } = await download(rawId, 'mcap');
  expect(filename).toMatch(/_sortie-du-17\.mcap$/);
  const { messages, reader } = await opened(bytes);
  const first = readRawFile(raw);
  if (isProblem(first)) throw new Error(first.problem);
  const [module] = first.modules;
  if (module === undefined || first.startUs === undefined) throw new Error('no module');
  const columns = ['T', ...module.columns.map(({ name }) => name)];
  const rows = messages.map(({ values }) => columns.map((name) => values[name]));
  const samples = [module.timesSeconds, ...module.values];
  expect(rows).toEqual(Array.from(module.timesSeconds, (_, row) => samples.map((column) => column[row])));
  expect(messages.map(({ logTime }) => logTime)).toEqual(
    Array.from(module.timesSeconds, (t) => BigInt(first.startUs ?? 0) * 1000n + BigInt(Math.round(t * 1e9))),
  );
  expect(reader.chunkIndexes.every(({ uncompressedSize }) => uncompressedSize < 600_000n)).toBe(true);
});

test('mcap has a channel a module, merged by time, a gap as NaN, and what is known of the record', async () => {
  const made = { t0: 0, t1: 1, exercise: 'start' };
  const answer = await room.call(api.createSelection, manager, { params: { id: combinedId }, body: made });
  const { bytes } = await download(combinedId, 'mcap');
  const { messages, metadata, reader } = await opened(bytes);
  expect(messages.map(({ topic, values }) => [topic, values.T, values.force])).toEqual([
    ['/left', 0, 1],
    ['/right', 0.05, 2],
    ['/left', 1, Number.NaN],
    ['/left', 2, 3],
  ]);
  expect(messages[1]?.logTime).toBe(BigInt(twoStartUs) * 1000n + 50_000_000n);
  expect([...reader.channelsById.values()].map((channel) => channel.metadata.get('unit.force'))).toEqual(['N', 'N']);
  expect(Object.fromEntries(metadata.get('units') ?? [])).toEqual({ 'left.force': 'N', 'right.force': 'N' });
  expect(metadata.get('record')?.get('date')).toBe('2024-05-16T06:00:00.000Z');
  expect(Object.fromEntries(metadata.get('selection.1') ?? [])).toMatchObject({
    t0_s: '0',
    t1_s: '1',
    exercise: 'start',
  });
  const sel_id = api.createSelection.reply.parse(answer).id;
  const part = await opened((await download(combinedId, 'mcap', { sel_id })).bytes);
  expect(part.messages.map(({ values }) => values.T)).toEqual([0, 0.05, 1]);
  const steady = await opened(
    (await download(combinedId, 'mcap', { body: { processing: 'resampling', rate: 1 } })).bytes,
  );
  expect(steady.messages.map(({ topic, values }) => [topic, values.T])).toEqual([
    ['/left', 0],
    ['/right', 0.05],
    ['/left', 1],
    ['/left', 2],
  ]);
});

test('several records as mcap are one zip', async () => {
  const files = await unzipped((await download(rawId, 'mcap', { body: { ids: [rawId, combinedId] } })).bytes);
  expect(Object.keys(files).map((name) => name.split('/')[1])).toEqual(['record.mcap', 'record.mcap']);
});

test('others are served while many modules are merged', async () => {
  const sources = Array.from({ length: 40 }, (_, m) => {
    async function* chunks() {
      const timesSeconds = Float64Array.from({ length: 1000 }, (_, i) => i / 100);
      yield { timesSeconds, values: [Float32Array.from(timesSeconds, (t) => m + t)] };
    }
    const columns = [{ name: 'force', unit: 'N', description: { fr: '', en: '' }, type: 'f32' as const }];
    return { name: `m${m}`, type: 'imu', rateHz: 100, columns, chunks: chunks() };
  });
  const about = { startUs: twoStartUs, deviceType: 'maxi', deviceNumber: undefined, recordType: 'record' };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRawFile({ ...about, version: undefined, folderName: undefined }, sources)) {
    pieces.push(piece);
  }
  const answer = await ask(await uploaded('many.txt', Buffer.concat(pieces)), 'mcap');
  if (!(answer instanceof Answer && answer.body instanceof Readable)) throw new TypeError('no file');
  const added = vi.spyOn(McapWriter.prototype, 'addMessage');
  const inTurn: number[] = [];
  await turnsDuring(buffer(answer.body), () => {
    inTurn.push(added.mock.calls.length);
    added.mockClear();
  });
  added.mockRestore();
  expect(inTurn.reduce((sum, count) => sum + count, 0)).toBe(40_000);
  // Each takes some 3 µs.
  expect(inTurn.reduce((most, count) => Math.max(most, count), 0)).toBeLessThan(10_000);
});
