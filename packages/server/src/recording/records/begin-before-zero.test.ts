import { api } from '@sillage/contract';
import { afterAll, expect, test } from 'vitest';
import { openTestClub } from './open-test-club.ts';

const { room, manager, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

const atZero = Date.UTC(2026, 4, 16, 8);
const rows = Array.from({ length: 41 }, (_, n) => `${(n - 20) / 10},${n}`);
const csv = `T (s),force (N)\n${rows.join('\n')}\n`;

/** Points of the curve in a window of the record. */
async function curve(id: number, range: [number, number]) {
  const body = { data: { [id]: [{ x: { range }, y: ['csv.force'] }] } };
  const answer = api.queryRecordData.reply.parse(await room.call(api.queryRecordData, manager, { body }));
  return answer.data[id]?.[0]?.data['csv.force']?.data.map(({ x, y }) => [Math.round(x * 1e6) / 1e6, y]);
}

test('a file with a pre-trigger is a record that begins with it: nothing lies outside of its window', async () => {
  const id = await decodedUpload('jump.csv', csv, { date: new Date(atZero).toISOString() });
  // 2 s before the zero, 2 s after it.
  expect(await read(id)).toMatchObject({ duration: 4, timestamp: atZero - 2000, nb_errors: 1 });
  expect(await curve(id, [0, 0.2])).toEqual([
    [0, 0],
    [0.1, 1],
    [0.2, 2],
  ]);
  const call = { params: { id } };
  const errors = api.listRecordErrors.reply.parse(await room.call(api.listRecordErrors, manager, call));
  expect(errors).toMatchObject([{ type: 'WARN', msg: { fr: expect.stringContaining('00:02.000 avant son zéro') } }]);

  const selection = { t0: 1, t1: 2.5 };
  await room.call(api.createSelection, manager, { ...call, body: selection });
  await room.call(api.cropRecord, manager, { ...call, body: { start: 0.5, end: 4 } });
  await room.decoded();
  const seen = async () => {
    const list = api.listSelections.reply.parse(await room.call(api.listSelections, manager, call));
    return list.map(({ t0, t1 }) => [t0, t1]);
  };
  expect(await read(id)).toMatchObject({ duration: 3.5, timestamp: atZero - 1500 });
  expect(await seen()).toEqual([[0.5, 2]]);
  await room.call(api.undoRecordStep, manager, call);
  await room.decoded();
  expect(await read(id)).toMatchObject({ duration: 4, timestamp: atZero - 2000 });
  expect(await seen()).toEqual([[1, 2.5]]);
  expect(await curve(id, [0, 0.15])).toEqual([
    [0, 0],
    [0.1, 1],
  ]);
});
