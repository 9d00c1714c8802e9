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

test('a decoded record says its modules: type, rate, samples', async () => {
  const record = api.readRecord.reply.parse(await room.call(api.readRecord, manager, { params: { id } }));
  expect(record.modules).toEqual({ csv: { type: 'csv', rate: 1, samples: 11 } });
});
