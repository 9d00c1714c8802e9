import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRefusal } from '@sillage/contract';
import { expect, test } from 'vitest';
import { DiskFull, type Reservation, refusalOfFullDisk, takeRoom, thresholdsOf } from './index.ts';
import { openTestDisk } from './testing.ts';

const megabyte = 1e6;
const totalBytes = 8e9;
const { lowBytes, fullBytes, databaseBytes } = thresholdsOf(totalBytes);

async function diskWith(freeBytes: number) {
  return openTestDisk({ totalBytes, freeBytes });
}

function given(answer: unknown): Reservation {
  if (isRefusal(answer)) throw new Error(answer.body().message.en);
  return answer as Reservation;
}
const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'given');

test('many at once share what is free, and what is kept for recordings stays', async () => {
  const { disk } = await diskWith(lowBytes + 100 * megabyte);
  const asked = await Promise.all(Array.from({ length: 10 }, () => disk.reserve('upload', 30 * megabyte)));
  expect(asked.map(codeOf)).toEqual([...Array(3).fill('given'), ...Array(7).fill('disk.full')]);
  expect(disk.report().reservedBytes).toMatchObject({ upload: 90 * megabyte, task: 0 });
  given(asked[0]).release();
  given(asked[0]).release();
  expect(codeOf(await disk.reserve('task', 30 * megabyte))).toBe('given');
});

test('a refusal says in both languages what is needed and what is free', async () => {
  const { disk } = await diskWith(lowBytes + 100 * megabyte);
  const refusal = await disk.reserve('task', 2e9);
  if (!isRefusal(refusal)) throw new Error('given');
  expect(refusal.status).toBe(507);
  const { fr, en } = refusal.body().message;
  expect(fr.replace(/\s/g, ' ')).toMatch(/2 Go sont nécessaires, 100 Mo sont libres/);
  expect(en.replace(/\s/g, ' ')).toMatch(/2 GB are needed, 100 MB are free/);
});

test('what was written is free for nobody, before and after the system says so', async () => {
  const { disk, room } = await diskWith(lowBytes + 100 * megabyte);
  const upload = given(await disk.reserve('upload', 60 * megabyte));
  upload.wrote(50 * megabyte);
  room.freeBytes -= 50 * megabyte;
  expect(upload.leftBytes).toBe(10 * megabyte);
  expect(codeOf(await disk.reserve('upload', 41 * megabyte))).toBe('disk.full');
  expect(codeOf(await disk.reserve('upload', 40 * megabyte))).toBe('given');
  upload.release();
  expect(codeOf(await disk.reserve('upload', 10 * megabyte))).toBe('given');
  expect(codeOf(await disk.reserve('upload', 1))).toBe('disk.full');
});

test('a reservation grows as far as there is room, and stays as it was where there is none', async () => {
  const { disk } = await diskWith(lowBytes + 100 * megabyte);
  const one = given(await disk.reserve('task', 90 * megabyte));
  expect(codeOf(await one.grow(20 * megabyte))).toBe('disk.full');
  expect(one.leftBytes).toBe(90 * megabyte);
  expect(await one.grow(10 * megabyte)).toBeUndefined();
  expect(one.leftBytes).toBe(100 * megabyte);
});

test('decoding may use some of what is kept for journals, never that of the records that run', async () => {
  const { disk } = await diskWith(lowBytes);
  expect(codeOf(await disk.reserve('task', 1))).toBe('disk.full');
  expect(codeOf(await disk.reserve('decode', lowBytes - fullBytes))).toBe('given');
  expect(codeOf(await disk.reserve('decode', 1))).toBe('disk.full');
});

test('low is told before full, each once, and neither flickers', async () => {
  const { disk, room } = await diskWith(lowBytes + 1);
  const told: string[] = [];
  const stop = disk.onState((state) => told.push(state));
  const at = async (freeBytes: number) => {
    room.freeBytes = freeBytes;
    return (await disk.measure()).state;
  };
  expect(await at(lowBytes)).toBe('ok');
  expect(await at(lowBytes - 1)).toBe('low');
  expect(await at(lowBytes + 1)).toBe('low');
  expect(await at(fullBytes - 1)).toBe('full');
  expect(await at(fullBytes + 1)).toBe('full');
  expect(await at(fullBytes * 1.2)).toBe('low');
  expect(await at(lowBytes * 1.2)).toBe('ok');
  expect(told).toEqual(['low', 'full', 'low', 'ok']);
  stop();
  await at(0);
  expect(told).toHaveLength(4);
});

test('new records are refused while those that run still write, and the database keeps its share', async () => {
  const { disk, room } = await diskWith(fullBytes);
  expect(disk.refuseNewRecord()).toBeUndefined();
  room.freeBytes = fullBytes - 1;
  await disk.measure();
  expect(disk.refuseNewRecord()).toMatchObject({ code: 'disk.fullForRecords', status: 507 });
  expect(disk.mayJournal()).toBe(true);
  room.freeBytes = databaseBytes;
  await disk.measure();
  expect(disk.mayJournal()).toBe(false);
  room.freeBytes = totalBytes;
  await disk.measure();
  expect([disk.refuseNewRecord(), disk.mayJournal()]).toEqual([undefined, true]);
});

test('a disk that cannot be measured counts as it was', async () => {
  const { disk, room } = await diskWith(lowBytes * 2);
  Object.defineProperty(room, 'freeBytes', {
    get: () => {
      throw new Error('EIO');
    },
    enumerable: true,
  });
  expect((await disk.measure()).freeBytes).toBe(lowBytes * 2);
  expect(codeOf(await disk.reserve('task', 1))).toBe('given');
});

test('a stream of unknown length takes room as it comes, and ends when there is none', async () => {
  const { disk, room } = await diskWith(lowBytes + 5 * megabyte);
  const send = (count: number) => {
    const pieces = Readable.from(Array.from({ length: count }, () => Buffer.alloc(megabyte)));
    return pipeline(pieces, takeRoom(reservation), async (bytes) => {
      for await (const piece of bytes) room.freeBytes -= piece.length;
    });
  };
  const reservation = given(await disk.reserve('upload', 1));
  await send(3);
  const ended = await send(9).catch((error: unknown) => error);
  expect(room.freeBytes).toBeGreaterThanOrEqual(lowBytes);
  expect(ended).toBeInstanceOf(DiskFull);
  expect(refusalOfFullDisk(ended)?.code).toBe('disk.full');
});

test('what the system or the database says of a full disk is the same refusal', () => {
  expect(refusalOfFullDisk(Object.assign(new Error('write'), { code: 'ENOSPC' }))?.code).toBe('disk.full');
  expect(refusalOfFullDisk(Object.assign(new Error('write'), { code: 'EIO' }))).toBeUndefined();
  const cause = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(refusalOfFullDisk(new Error('Failed query: commit', { cause }))?.code).toBe('disk.full');
});
