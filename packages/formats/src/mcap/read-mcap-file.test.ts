import { McapRecordBuilder, McapWriter } from '@mcap/core';
import { expect, test } from 'vitest';
import { detectFormat, isProblem, type ModuleSource, type Recording, readWholeFile, writeMcapFile } from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';
import { zstdFrame } from '../make-test-zstd.ts';
import { utf8 } from '../recording.ts';

const said = { fr: 'Texte', en: 'Text' };
const startUs = 1_700_000_000_123_456;

function moduleOf(name: string, rows: number, firstSeconds: number): ModuleSource {
  const samples = {
    timesSeconds: Float64Array.from({ length: rows }, (_, i) => firstSeconds + i / 100),
    values: [
      Float32Array.from({ length: rows }, (_, i) => (i % 7 === 3 ? Number.NaN : Math.sin(i))),
      Float64Array.from({ length: rows }, (_, i) => (i === 0 ? 0 : 1 / i)),
    ],
  };
  async function* chunks() {
    yield samples;
  }
  return {
    name,
    type: 'imu',
    rateHz: 100,
    columns: [
      { name: 'acc_x', unit: 'm/s²', description: said, type: 'f32' },
      { name: 'q', unit: '', description: said, type: 'f64' },
    ],
    chunks: chunks(),
  };
}

async function written(modules: ModuleSource[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeMcapFile({ startUs, metadata: [] }, modules, zstdFrame)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function read(bytes: Uint8Array) {
  const recording = readWholeFile('mcap', bytes);
  if (isProblem(recording)) throw new Error(recording.problem);
  return recording;
}

test('what was written reads back as the same modules, to the bit', async () => {
  const bytes = await written([moduleOf('imu', 5000, 0), moduleOf('left', 300, 1 / 3)]);
  expect(detectFormat(bytes, true)).toMatchObject({ format: 'mcap' });
  const recording = read(bytes);
  expect(recording).toMatchObject({ startUs, findings: [], bytesLost: 0 });
  for (const [i, { name, columns, timesSeconds, values }] of recording.modules.entries()) {
    const source = moduleOf(name, i === 0 ? 5000 : 300, i === 0 ? 0 : 1 / 3);
    expect(columns).toEqual(source.columns);
    for await (const samples of source.chunks) expect({ timesSeconds, values }).toEqual(samples);
  }
  expect(recording.modules.map(({ name }) => name)).toEqual(['imu', 'left']);
});

/** As another program writes: JSON, without a schema of ours, out of order. */
async function foreign(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const writable = {
    write: async (piece: Uint8Array) => {
      pieces.push(piece.slice());
      size += piece.length;
    },
    position: () => BigInt(size),
  };
  const writer = new McapWriter({ writable, chunkSize: 400 });
  await writer.start();
  const about = { schemaId: 0, messageEncoding: 'json', metadata: new Map<string, string>() };
  const pose = await writer.registerChannel({ ...about, topic: '/boat/pose' });
  const log = await writer.registerChannel({ ...about, topic: '/log' });
  const ros = await writer.registerChannel({ ...about, topic: '/ros', messageEncoding: 'ros1' });
  const add = (channelId: number, seconds: number, data: Uint8Array) => {
    const logTime = BigInt(startUs) * 1000n + BigInt(seconds * 1e9);
    return writer.addMessage({ channelId, sequence: 0, logTime, publishTime: logTime, data });
  };
  for (const i of [0, 1, 2, 4, 3, 5]) {
    const message = { v: { x: i / 2, y: -i }, list: [i, i * i], name: 'boat', ...(i === 2 && { late: 7 }) };
    await add(pose, i, utf8(JSON.stringify(message)));
    await add(log, i, utf8('{"text": "started"}'));
    await add(ros, i, Uint8Array.of(1, 2, 3));
  }
  await add(pose, 6, utf8('{"v": {"x": 3'));
  await writer.end();
  return Buffer.concat(pieces);
}

test('of another program the numbers of JSON messages are read, by their log time, put in order', async () => {
  const { modules, startUs: start, findings } = read(await foreign());
  expect(start).toBe(startUs);
  expect(findings.map(({ msg }) => msg.en)).toEqual([
    'Topics left out, whose messages are not JSON: 1 (/ros).',
    'Messages that cannot be read, left out: 1.',
  ]);
  expect(modules.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
    ['boat_pose', ['v_x', 'v_y', 'list_0', 'list_1', 'late']],
  ]);
  const [pose] = modules;
  expect([...(pose?.timesSeconds ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(pose?.rateHz).toBeCloseTo(1);
  const [x, , , squares, late] = pose?.values ?? [];
  expect([...(x ?? [])]).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
  expect([...(squares ?? [])]).toEqual([0, 1, 4, 9, 16, 25]);
  expect([...(late ?? [])]).toEqual([Number.NaN, Number.NaN, 7, Number.NaN, Number.NaN, Number.NaN]);
});

/** Of JSON messages of one channel. */
async function ofMessages(messages: readonly string[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const writable = {
    write: async (piece: Uint8Array) => void pieces.push(piece.slice()),
    position: () => BigInt(pieces.reduce((sum, { length }) => sum + length, 0)),
  };
  const writer = new McapWriter({ writable });
  await writer.start();
  const channelId = await writer.registerChannel({
    schemaId: 0,
    messageEncoding: 'json',
    metadata: new Map(),
    topic: '/pose',
  });
  for (const [i, message] of messages.entries()) {
    const time = BigInt(i) * 1_000_000_000n;
    await writer.addMessage({ channelId, sequence: i, logTime: time, publishTime: time, data: utf8(message) });
  }
  await writer.end();
  return Buffer.concat(pieces);
}

test('a channel has one name, however many of its first messages cannot be read', async () => {
  const { modules } = read(await ofMessages(['{"x": ', '{"x"', '{', '{"x": 1}', '{"x": 2}']));
  expect(modules.map(({ name, timesSeconds }) => [name, timesSeconds.length])).toEqual([['pose', 2]]);
});

test('messages of more than 1 MB, and numbers under names of more than 1,000 characters, are not read', async () => {
  const long = `{"x": 5, "text": "${'x'.repeat(1 << 20)}"}`;
  const { modules } = read(await ofMessages(['{"x": 1}', long, `{"${'y'.repeat(1001)}": 3, "x": 2}`]));
  expect(modules.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['x']]);
  expect([...(modules[0]?.values[0] ?? [])]).toEqual([1, 2]);
});

const jsonChannel = (id: number, metadata: Readonly<Record<string, string>> = {}) => ({
  ...{ id, schemaId: 0, topic: `/c${id}`, messageEncoding: 'json' },
  metadata: new Map(Object.entries(metadata)),
});
const jsonMessage = (channelId: number, seconds: number) => {
  const time = BigInt(seconds) * 1_000_000_000n;
  return { channelId, sequence: 0, logTime: time, publishTime: time, data: utf8('{"x": 1}') };
};
function built(write: (builder: McapRecordBuilder) => void): Uint8Array {
  const builder = new McapRecordBuilder();
  write(builder);
  return builder.buffer.slice();
}
const fileOf = (write: (builder: McapRecordBuilder) => void) =>
  built((builder) => {
    builder.writeMagic();
    builder.writeHeader({ profile: '', library: '' });
    write(builder);
  });

test('chunks that would become more than a file of its size may are left out, those before them are kept', () => {
  /** With a message, and a record behind it that nobody knows. */
  const chunk = (seconds: number, paddingBytes: number) => {
    const head = Buffer.alloc(9);
    head.writeUInt8(0x80);
    head.writeUInt32LE(paddingBytes, 1);
    const records = built((builder) => {
      builder.writeChannel(jsonChannel(1));
      builder.writeMessage(jsonMessage(1, seconds));
    });
    const about = { messageStartTime: 0n, messageEndTime: 0n, uncompressedCrc: 0, compression: 'zstd' };
    const uncompressedSize = BigInt(records.length + head.length + paddingBytes);
    const packed = zstdFrame(records, Uint8Array.from(head), { byte: 0, times: paddingBytes });
    return { ...about, uncompressedSize, records: packed };
  };
  const timesOf = (paddings: readonly number[]) => {
    const { modules, findings } = read(
      fileOf((builder) => {
        for (const [i, bytes] of paddings.entries()) builder.writeChunk(chunk(i, bytes));
      }),
    );
    return { times: [...(modules[0]?.timesSeconds ?? [])], findings: findings.length };
  };
  expect(timesOf([1000, 7 << 20, 7 << 20])).toEqual({ times: [0, 1, 2], findings: 0 });
  expect(timesOf([1000, 7 << 20, 10 << 20])).toEqual({ times: [0, 1], findings: 1 });
});

test('of channels whose descriptions have more than 16 million characters together the first are read', () => {
  const { modules, findings } = read(
    fileOf((builder) => {
      for (let id = 1; id <= 20; id++) {
        builder.writeChannel(jsonChannel(id, { of: 'x'.repeat(1 << 20) }));
        for (const seconds of [0, 1]) builder.writeMessage(jsonMessage(id, seconds));
      }
    }),
  );
  expect(modules.map(({ name }) => name)).toEqual(Array.from({ length: 15 }, (_, i) => `c${i + 1}`));
  expect(findings).toMatchObject([{ type: 'WARN', msg: { en: expect.stringMatching(/bytes were skipped/) } }]);
  const beyond = read(
    fileOf((builder) => {
      for (let id = 1; id <= 1024; id++) builder.writeChannel(jsonChannel(id));
      builder.writeMessage(jsonMessage(1, 0));
      for (let id = 1025; id <= 1045; id++) builder.writeChannel(jsonChannel(id, { of: 'x'.repeat(1 << 20) }));
      builder.writeMessage(jsonMessage(1, 1));
    }),
  );
  expect(beyond.modules[0]?.timesSeconds.length).toBe(2);
  expect(beyond.findings).toMatchObject([{ msg: { en: expect.stringMatching(/bytes were skipped/) } }]);
});

test('what is left out beyond a bound is said: topics, numbers of a message', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1025 }, (_, i) => [`n${i}`, i])));
  const { modules, findings } = read(
    fileOf((builder) => {
      for (let id = 1; id <= 1030; id++) builder.writeChannel(jsonChannel(id));
      builder.writeMessage({ ...jsonMessage(1, 0), data: utf8(`[${many}, ${many}]`) });
      for (let id = 2; id <= 1030; id++) builder.writeMessage(jsonMessage(id, 1));
    }),
  );
  expect(modules.length).toBe(64);
  expect(findings.map(({ msg }) => msg.en)).toEqual([
    'Topics left out beyond the first 64: 960.',
    'Messages that cannot be read, left out: 6.',
    'Numbers left out beyond the first 1024 of “c1”.',
  ]);
  const ros = { ...jsonChannel(1), messageEncoding: 'ros1' };
  const onlyRos = fileOf((builder) => {
    builder.writeChannel(ros);
    builder.writeMessage(jsonMessage(1, 0));
  });
  expect(readWholeFile('mcap', onlyRos)).toEqual({ problem: 'otherFormat', format: 'MCAP (ros1)', kind: 'notYet' });
});

test('a file that is cut keeps the chunks that are whole and says so; one without any numbers is refused', async () => {
  const bytes = await written([moduleOf('imu', 20_000, 0)]);
  const { modules, findings } = read(bytes.subarray(0, bytes.length * 0.7));
  expect(modules[0]?.timesSeconds.length).toBeGreaterThan(5000);
  expect(modules[0]?.timesSeconds.length).toBeLessThan(20_000);
  expect(findings).toMatchObject([
    { type: 'WARN', msg: { en: expect.stringMatching(/unreadable bytes were skipped/) } },
  ]);
  expect(readWholeFile('mcap', bytes.subarray(0, 500))).toEqual({ problem: 'noSamples' });
});

function rowsOf({ modules }: Recording): string[] {
  return modules.flatMap(({ name, timesSeconds, values }) =>
    Array.from(timesSeconds, (t, row) => [name, t, ...values.map((column) => column[row])].join()),
  );
}

test('10,000 damaged files are a record of rows that were written, or a problem', async () => {
  const own = await written([moduleOf('imu', 40, 0), moduleOf('left', 9, 0.05)]);
  const whole = new Set(rowsOf(read(own)));
  expect(whole.size).toBe(49);
  // A chunk has a checksum: of ours nothing is read that was not written.
  const records = readDamaged('mcap', own, 6000, (recording) => {
    for (const row of rowsOf(recording)) expect(whole).toContain(row);
  });
  expect(records).toBeGreaterThan(1000);
  expect(readDamaged('mcap', await foreign(), 6000)).toBeGreaterThan(1000);
});
