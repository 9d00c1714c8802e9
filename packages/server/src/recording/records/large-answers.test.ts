import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { decodeCurves } from '@sillage/client';
import { api, isRefusal, limits } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnsDuring } from '../../platform/clock/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { recordRoutes } from './index.ts';
import { openTestRecords } from './testing.ts';

/** Samples of each of the variables of a record: together more than JSON may hold. */
const samples = 190_000;
const names = ['csv.a', 'csv.b', 'csv.c'];

let room: Awaited<ReturnType<typeof openTestRecords>>;
let manager: Principal;
let id: number;
beforeAll(async () => {
  room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  manager = await room.addPerson(await room.addClient('club'), 'Manager');
  const lines = Array.from({ length: samples }, (_, n) => `${n / 100};${n};${n % 7};${-n}\n`).join('');
  const file = { name: 'long.csv', bytes: `t;a;b;c\n${lines}` };
  id = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { file, body: {} })).id;
  await room.decoded();
});
afterAll(() => room.close());

const arrow = 'application/vnd.apache.arrow.stream';
async function ask(wanted_y: string[], accept?: string): Promise<Answer> {
  const query = { wanted_y, maxData: 200_000 };
  const answer = await room.ask(api.readRecordData, manager, { params: { id }, query, ...(accept && { accept }) });
  if (!(answer instanceof Answer)) throw new Error(isRefusal(answer) ? answer.code : 'no answer');
  return answer;
}

function streamOf({ body }: Answer): Readable {
  if (!(body instanceof Readable)) throw new Error('a long answer is not sent piece by piece');
  return body;
}

test('a long answer in JSON is written while other work goes on, and says what a short one says', async () => {
  const answer = await ask(names.slice(0, 2));
  let read = '';
  const turns = await turnsDuring(text(streamOf(answer)).then((all) => (read = all)));
  answer.ended?.();
  expect(turns).toBeGreaterThan(samples / 2048);
  const entry = api.readRecordData.reply.parse(JSON.parse(read));
  const series = entry.data['csv.b'];
  expect(series).toMatchObject({ id: 1, label: 'csv.b', title: 'csv.b', yRange: [0, 6], color: null, type: 'number' });
  expect(series?.data.length).toBe(samples);
  expect(series?.data[12_345]).toEqual({ x: 123.45, y: 12_345 % 7 });
});

test('many long answers at once hold the loop no longer than one', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(['csv.b'])));
  const points = (piece: string) => piece.split('{"x":').length - 1;
  let written = 0;
  const inTurn: number[] = [];
  const reading = answers.map(async (answer) => {
    let count = 0;
    for await (const piece of streamOf(answer).setEncoding('utf8')) {
      written += points(piece);
      count += points(piece);
    }
    answer.ended?.();
    return count;
  });
  const all = Promise.all(reading);
  await turnsDuring(all, () => {
    inTurn.push(written);
    written = 0;
  });
  expect(await all).toEqual(Array(6).fill(samples));
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2 * 2048);
});

test('more points than JSON may hold come as Arrow only, whole', async () => {
  const refused = await room.call(api.readRecordData, manager, {
    params: { id },
    query: { wanted_y: names, maxData: 200_000 },
  });
  expect(3 * samples).toBeGreaterThan(limits.jsonPointsAnAnswer);
  expect(refused).toBe('record.tooManyPoints');
  const answer = await ask(names, arrow);
  const curves = decodeCurves(await buffer(streamOf(answer)));
  answer.ended?.();
  expect(curves.map(({ variable }) => variable)).toEqual(names);
  for (const { T } of curves) expect(T.length).toBe(samples);
  expect(curves[2]?.value.at(-1)).toBe(-(samples - 1));
});

test('the next large answer of a person is made when the one before has been sent', async () => {
  const first = await ask(names, arrow);
  let isThere = false;
  const second = ask(names, arrow).then((answer) => {
    isThere = true;
    return answer;
  });
  await buffer(streamOf(first));
  expect(isThere).toBe(false);
  first.ended?.();
  (await second).ended?.();
});
