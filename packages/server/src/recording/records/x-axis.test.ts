import { api, type DataEntry } from '@sillage/contract';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { recordRoutes } from './index.ts';
import { openTestRecords } from './testing.ts';

let room: Awaited<ReturnType<typeof openTestRecords>>;
let manager: Principal;
/** Eleven samples, one a second, from 0 s to 10 s; the value is the time times ten. */
let id: number;

beforeAll(async () => {
  room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  manager = await room.addPerson(await room.addClient('club'), 'Manager');
  const lines = Array.from({ length: 11 }, (_, second) => `${second};${second * 10}\n`).join('');
  const file = { name: 'ramp.csv', bytes: `t;v\n${lines}` };
  id = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { file, body: {} })).id;
  await room.decoded();
});
afterAll(() => room.close());

const ask = (x: object, accept?: string) =>
  room.call(api.queryRecordData, manager, {
    body: { data: { [id]: [{ x, y: ['csv.v'] }] } },
    ...(accept === undefined ? {} : { accept }),
  });

async function entryOf(x: object): Promise<DataEntry> {
  const [entry] = api.queryRecordData.reply.parse(await ask(x)).data[id] ?? [];
  if (!entry) throw new Error('no entry');
  return entry;
}

const points = ({ data }: DataEntry) => data['csv.v']?.data.map(({ x, y }) => [x, y]);

describe('the x axis', () => {
  test('a sub-range counts from the start of the window and stays within it', async () => {
    const entry = await entryOf({ range: [4, 8], x_sub_range: [1, 2] });
    expect(points(entry)).toEqual([
      [5, 50],
      [6, 60],
    ]);
    expect(entry.xrange).toMatchObject({ T: [5, 6], x: [5, 6] });
    expect((await entryOf({ range: [4, 8], x_sub_range: [-3, 99] })).xrange.T).toEqual([4, 8]);
    expect((await entryOf({ x_sub_range: [] })).xrange.T).toEqual([0, 10]);
  });

  test('null means not said, as other programs write it', async () => {
    const nothing = { range: null, num: null, maxData: null, normalize: null, user_offset: null, x_sub_range: null };
    const body = {
      data: {
        [id]: [
          { x: nothing, y: ['csv.v'], slot_id: null, label: null },
          { x: null, y: ['csv.v'] },
        ],
      },
    };
    const answer = api.queryRecordData.reply.parse(await room.call(api.queryRecordData, manager, { body }));
    expect(answer.data[id]?.map((entry) => [entry.xrange.T, points(entry)?.length])).toEqual([
      [[0, 10], 11],
      [[0, 10], 11],
    ]);
  });

  test('a sub-range of a selection', async () => {
    const made = await room.call(api.createSelection, manager, { params: { id }, body: { t0: 2, t1: 6 } });
    const { num } = api.createSelection.reply.parse(made);
    const entry = await entryOf({ type: 'selection', num, x_sub_range: [3, 10] });
    expect(entry).toMatchObject({ selectionNum: num, xrange: { T: [5, 6] } });
  });

  test('an offset moves x by seconds, not the samples', async () => {
    const entry = await entryOf({ range: [4, 5], user_offset: -1.5 });
    expect(points(entry)).toEqual([
      [2.5, 40],
      [3.5, 50],
    ]);
    expect(entry.xrange).toMatchObject({ T: [4, 5], x: [2.5, 3.5] });
  });

  test('normalized, x is in seconds from the start of the window, also where a sub-range looks', async () => {
    const whole = await entryOf({ range: [4, 8], normalize: true });
    expect(points(whole)?.map(([x]) => x)).toEqual([0, 1, 2, 3, 4]);
    expect(whole.xrange).toMatchObject({ T: [4, 8], x: [0, 4] });
    const part = await entryOf({ range: [4, 8], normalize: true, x_sub_range: [1, 3] });
    expect(points(part)?.map(([x]) => x)).toEqual([1, 2, 3]);
    expect(part.xrange).toMatchObject({ T: [5, 7], x: [1, 3] });
    const moved = await entryOf({ range: [4, 8], normalize: true, user_offset: 2 });
    expect(points(moved)?.map(([x]) => x)).toEqual([2, 3, 4, 5, 6]);
  });

  test('normalized to percent, x and the sub-range are in percent of the window', async () => {
    const whole = await entryOf({ range: [4, 8], normalize: 'percent' });
    expect(points(whole)?.map(([x]) => x)).toEqual([0, 25, 50, 75, 100]);
    expect(whole.xrange).toMatchObject({ T: [4, 8], x: [0, 100] });
    const part = await entryOf({ range: [4, 8], normalize: 'percent', x_sub_range: [25, 75] });
    expect(points(part)?.map(([x]) => x)).toEqual([25, 50, 75]);
    expect(part.xrange).toMatchObject({ T: [5, 7], x: [25, 75] });
    const moved = await entryOf({ range: [4, 8], normalize: 'percent', user_offset: 2 });
    expect(points(moved)?.map(([x]) => x)).toEqual([50, 75, 100, 125, 150]);
  });

  test('Arrow says the same', async () => {
    const answer = await ask({ range: [4, 8], normalize: 'percent' }, 'application/vnd.apache.arrow.stream');
    if (!(answer instanceof Answer) || !(answer.body instanceof Uint8Array)) throw new Error('no Arrow');
    const row = tableFromIPC(answer.body).get(0);
    expect([...(row?.T ?? [])]).toEqual([0, 25, 50, 75, 100]);
    expect([row?.from, row?.to]).toEqual([4, 8]);
  });

  test('a window without width and a sub-range outside are no trouble', async () => {
    expect(points(await entryOf({ range: [4, 4], normalize: 'percent' }))).toEqual([[0, 40]]);
    expect(await ask({ range: [4, 8], x_sub_range: [5, 6] })).toBe('request.invalid');
    expect(await ask({ range: [4, 8], x_sub_range: [2, 1] })).toBe('request.invalid');
  });
});

describe('a variable as x', () => {
  async function recordOf(bytes: string): Promise<number> {
    const file = { name: 'plane.csv', bytes };
    const made = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { file, body: {} }));
    await room.decoded();
    return made.id;
  }
  /** A circle, a sample each 0.01 s. */
  const circle = (samples: number) =>
    `t;a;b\n${Array.from({ length: samples }, (_, i) => `${i / 100};${Math.cos(i / 50)};${Math.sin(i / 50)}\n`).join('')}`;

  test('points are pairs of samples in the order of time, of a window of time', async () => {
    const record = await recordOf(`t;a;b\n0;5;1\n1;3;2\n2;;3\n3;4;4\n4;9;5\n`);
    const query = { wanted_x: 'csv.a', wanted_y: 'csv.b' };
    const whole = api.readRecordData.reply.parse(
      await room.call(api.readRecordData, manager, { params: { id: record }, query }),
    );
    expect(whole.data['csv.b']?.data).toEqual([
      { x: 5, y: 1 },
      { x: 3, y: 2 },
      { x: 4, y: 4 },
      { x: 9, y: 5 },
    ]);
    expect(whole.xrange).toEqual({ T: [0, 4], D: [], x: [3, 9] });
    expect(Object.keys(whole.data)).toEqual(['csv.b']);
    const part = await room.call(api.readRecordData, manager, {
      params: { id: record },
      query: { ...query, range: ['1', '3'] },
    });
    expect(api.readRecordData.reply.parse(part).data['csv.b']?.data.map(({ x }) => x)).toEqual([3, 4]);
  });

  test('of a long window each point is one that was measured', async () => {
    const record = await recordOf(circle(20_000));
    const query = { wanted_x: 'csv.a', wanted_y: 'csv.b', maxData: '400' };
    const reply = await room.call(api.readRecordData, manager, { params: { id: record }, query });
    const points = api.readRecordData.reply.parse(reply).data['csv.b']?.data ?? [];
    expect(points.length).toBeGreaterThanOrEqual(100);
    expect(points.length).toBeLessThanOrEqual(400);
    for (const { x, y } of points) expect(Math.hypot(x, y ?? 0)).toBeCloseTo(1, 5);
  });

  test('what is not of the record and a normalized window are refused', async () => {
    const get = (x: object) =>
      room.call(api.queryRecordData, manager, { body: { data: { [id]: [{ x, y: ['csv.v'] }] } } });
    expect(await get({ name: 'csv.none' })).toBe('record.unknownVariable');
    expect(await get({ name: 'csv.v', normalize: true })).toBe('request.invalid');
  });
});

describe('the distance axis', () => {
  /** A record of lines `t;…`, one a second. */
  async function recordOf(name: string, header: string, lineOf: (second: number) => string): Promise<number> {
    const lines = Array.from({ length: 101 }, (_, second) => `${second};${lineOf(second)}\n`).join('');
    const file = { name: `${name}.csv`, bytes: `t;${header}\n${lines}` };
    const made = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { file, body: {} }));
    await room.decoded();
    return made.id;
  }
  const entryOn = async (record: number, x: object) => {
    const body = { data: { [record]: [{ x: { name: 'D' as const, ...x }, y: ['csv.v'] }] } };
    const [entry] =
      api.queryRecordData.reply.parse(await room.call(api.queryRecordData, manager, { body })).data[record] ?? [];
    if (!entry) throw new Error('no entry');
    return entry;
  };

  test('a window of metres holds what was measured on them, by the distance that the record says', async () => {
    // 2 m a second for 50 s, then it stands still.
    const record = await recordOf('way', 'dist;v', (second) => `${Math.min(second, 50) * 2};${second}`);
    const whole = await entryOn(record, {});
    expect(whole.xrange).toEqual({ T: [0, 100], D: [0, 100], x: [0, 100] });
    // Where it stood still lies on one pixel column: its first sample and its last.
    expect(points(whole)?.length).toBe(52);
    const part = await entryOn(record, { range: [20, 24] });
    expect(points(part)).toEqual([
      [20, 10],
      [22, 11],
      [24, 12],
    ]);
    expect(part.xrange).toEqual({ T: [10, 12], D: [20, 24], x: [20, 24] });
    expect(points(await entryOn(record, { range: [98, 100] }))?.map(([, y]) => y)).toEqual([49, 50, 100]);
  });

  test('a window of metres that it never came to has no points, as one of seconds has none', async () => {
    const record = await recordOf('short', 'dist;v', (second) => `${second};${second}`);
    for (const range of [
      [500, 600],
      [100.5, 101],
      [-20, -10],
    ]) {
      const beyond = await entryOn(record, { range });
      expect([points(beyond), beyond.xrange.x]).toEqual([[], range]);
      expect(points(await entryOn(record, { range, name: 'T' }))).toEqual([]);
    }
    expect(points(await entryOn(record, { range: [100, 200] }))).toEqual([[100, 100]]);
  });

  test('a speed is integrated where no distance is measured, and x may begin at 0 or go in percent', async () => {
    // 3 m/s: 300 m in 100 s.
    const record = await recordOf('speed', 'speed (km/h);v', (second) => `10.8;${second}`);
    const part = await entryOn(record, { range: [30, 60], normalize: true, x_sub_range: [2.5, 9.5] });
    expect(part.xrange.D.map(Math.round)).toEqual([33, 40]);
    expect(points(part)?.map(([x, y]) => [Math.round(x ?? 0), y])).toEqual([
      [3, 11],
      [6, 12],
      [9, 13],
    ]);
    const percent = await entryOn(record, { range: [0, 150.5], normalize: 'percent' });
    expect(percent.xrange.x).toEqual([0, 100]);
    expect(
      points(percent)
        ?.at(-1)
        ?.map((one) => Math.round(one ?? 0)),
    ).toEqual([100, 50]);
  });

  test('every pixel column of metres keeps its true extremes, where the speed changes, too', async () => {
    const speedAt = (second: number) => (second < 50 ? 1 : 9);
    const record = await recordOf('fast', 'speed;v', (second) => `${speedAt(second)};${(second * 37) % 101}`);
    const whole = await entryOn(record, { maxData: 40 });
    const all = points(await entryOn(record, {})) ?? [];
    const [, end = 0] = whole.xrange.x;
    for (let column = 0; column < 10; column++) {
      const inside = ([x]: (number | null)[]) =>
        (x ?? -1) >= (end * column) / 10 && (x ?? -1) < (end * (column + 1)) / 10;
      const extremes = (some: (number | null)[][]) => {
        const values = some.filter(inside).map(([, y]) => y ?? 0);
        return [Math.min(...values), Math.max(...values)];
      };
      expect(extremes(points(whole) ?? [])).toEqual(extremes(all));
    }
  });

  test('a selection is asked for on it, and the way is told; a record that says no distance has no points on it', async () => {
    const record = await recordOf('selected', 'dist;v', (second) => `${second * 5};${second}`);
    const made = await room.call(api.createSelection, manager, { params: { id: record }, body: { t0: 10, t1: 12 } });
    const { num } = api.createSelection.reply.parse(made);
    const entry = await entryOn(record, { type: 'selection', num });
    expect(entry.xrange).toEqual({ T: [10, 12], D: [50, 60], x: [50, 60] });
    const told = api.readRecordDistance.reply.parse(
      await room.call(api.readRecordDistance, manager, { params: { id: record } }),
    );
    expect(told.variable).toBe('csv.dist');
    expect([told.T.at(-1), told.D.at(-1)]).toEqual([100, 500]);
    const none = await room.call(api.readRecordDistance, manager, { params: { id } });
    expect(none).toEqual({ variable: null, T: [], D: [] });
    const [empty] =
      api.queryRecordData.reply.parse(
        await room.call(api.queryRecordData, manager, {
          body: { data: { [id]: [{ x: { name: 'D' as const }, y: ['csv.v'] }] } },
        }),
      ).data[id] ?? [];
    expect([empty?.xrange.D, empty && points(empty)]).toEqual([[], []]);
  });
});

test('a decoded record says its modules: type, rate, samples', async () => {
  const record = api.readRecord.reply.parse(await room.call(api.readRecord, manager, { params: { id } }));
  expect(record.modules).toEqual({ csv: { type: 'csv', rate: 1, samples: 11 } });
});
