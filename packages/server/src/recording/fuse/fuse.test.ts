import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, isRefusal } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from '../records/testing.ts';
import { createFuseWorkers, fuseJob, fusionRoutes, queueFusion } from './index.ts';

const { groups, records, tasks } = tables;

const { room, manager, coach, athlete, stranger, decodedUpload, read, list } = await openTestClub();
const workers = createFuseWorkers();
/** Set while nothing is to be written before it is cancelled. */
let isHeld = false;
/** What happens after the file is written, before its record is there. */
let afterwards: (() => PromiseLike<unknown>) | undefined;
const job = fuseJob({
  ...room.dependencies,
  workers: {
    ...workers,
    async write(task, signal) {
      await (isHeld ? sleep(60_000, undefined, { signal }) : workers.write(task, signal));
      await afterwards?.();
    },
  },
});
room.jobs.register(job);
fusionRoutes(room.serve, { ...room.dependencies, workers });
afterAll(async () => {
  await room.close();
  await workers.close();
});

const { db } = room.database;
const set14 = (name: string) =>
  readFileSync(new URL(`../../../../testkit/fixtures/14_imu_orientation_broad/${name}`, import.meta.url));

const start = (args: object, who = manager) =>
  queueFusion(
    { database: room.database, jobs: room.jobs, clock: room.dependencies.clock },
    { principal: who, scope: who === coach ? 'groups' : who === athlete ? 'own' : 'client' },
    args,
  );

/** Answers the code of a refusal, and its fields. */
async function refused(args: object, who = manager): Promise<unknown> {
  const answer = await start(args, who);
  return isRefusal(answer) ? (answer.fields ?? answer.code) : answer;
}

async function ended(args: object): Promise<typeof tasks.$inferSelect> {
  const begun = await start(args);
  if (isRefusal(begun)) throw new Error(begun.code);
  await room.decoded();
  const [task] = await db.select().from(tasks).where(eq(tasks.id, begun.task_id));
  if (task === undefined) throw new Error('the task is gone');
  return task;
}

/** Fuses records; answers the new one. */
async function fused(args: object): Promise<number> {
  const task = await ended(args);
  expect(task).toMatchObject({ executing: 3 });
  return task.recordIds.at(-1) ?? 0;
}

/** Every sample of a module, as `t;a;b`. */
async function samplesOf(id: number, module: string, columns: readonly string[]): Promise<string[]> {
  const [row] = await db.select().from(records).where(eq(records.id, id));
  const rows: string[] = [];
  const folder = room.folder.signals(row?.uid ?? '');
  for await (const { timesSeconds, columns: values } of room.store.samples(folder, module, columns, 0, 1e9)) {
    for (const [i, t] of timesSeconds.entries()) rows.push([t, ...values.map((column) => column[i])].join(';'));
  }
  return rows;
}

const force = (from: number, seconds: number) =>
  `T (s),force (N)\n${Array.from({ length: seconds * 10 + 1 }, (_, i) => `${from + i / 10},${Math.sin(i * i)}`).join('\n')}\n`;

test('the pair of set 14 is seen 12.34 s apart and becomes one record, whole without its parts', async () => {
  const a = await decodedUpload('gyro.csv', set14('sync_A_gyro.csv'), { user_ids: [athlete.userId] });
  const b = await decodedUpload('optical.csv', set14('sync_B_optical.csv'), { user_ids: [manager.userId] });
  const question = { body: { record_ids: [a, b], type: 'synchro' as const } };
  const seen = api.proposeFusion.reply.parse(await room.call(api.proposeFusion, manager, question));
  expect(seen.variables).toEqual(['omega']);
  const misspelt = { body: { ...question.body, variable: 'csv.omega' } };
  expect(await room.ask(api.proposeFusion, manager, misspelt)).toMatchObject({ fields: { variable: 'unknown' } });
  const [reference, second] = seen.parts;
  expect(reference).toMatchObject({ record_id: a, offset: 0 });
  expect(Math.abs((second?.offset ?? 0) - 12.34)).toBeLessThan(0.015);
  expect(second?.confidence).toBeGreaterThan(0.9);
  const curve = second?.correlation;
  expect(Math.max(...(curve?.values ?? []))).toBeCloseTo(curve?.r ?? 0, 3);
  expect(curve?.values.length).toBeLessThanOrEqual(601);

  // Whoever may read both sees the same where they are only laid on one another.
  const asked = { params: { id: b }, query: { reference: a, variable: 'csv.omega', reference_variable: 'csv.omega' } };
  const alike = await room.call(api.readRecordLikeness, manager, asked);
  expect(alike).toEqual({ offset: second?.offset, r: curve?.r, confidence: second?.confidence });
  const other = { ...asked, query: { ...asked.query, variable: 'csv.alpha' } };
  expect(await room.ask(api.readRecordLikeness, manager, other)).toMatchObject({ fields: { variable: 'unknown' } });
  expect(await room.ask(api.readRecordLikeness, stranger, asked)).toMatchObject({ code: 'entity.notFound' });
  expect(await room.ask(api.readRecordLikeness, athlete, asked)).toMatchObject({ code: 'entity.notFound' });

  const modules = ['csv_gyro', 'csv_optical'];
  const parts = [await samplesOf(a, 'csv', ['omega']), await samplesOf(b, 'csv', ['omega'])];
  const id = await fused({ record_ids: [a, b], type: 'synchro' });
  const record = await read(id);
  expect(record).toMatchObject({
    record_type: 'fusion',
    decode_state: 'done',
    basename: 'gyro + optical',
    timestamp: (await read(a)).timestamp,
    other_data: { fusion: { type: 'synchro', parts: [{ record_id: a, name: 'gyro', offset: 0 }, { record_id: b }] } },
  });
  expect(new Set(record.user_ids)).toEqual(new Set([athlete.userId, manager.userId]));
  expect(Object.keys(record.available_data)).toEqual(modules.map((module) => `${module}.omega`));
  expect(await list(manager, { record_type: 'fusion' })).toEqual([id]);

  await room.call(api.deleteRecords, manager, { body: [a, b] });
  await room.call(api.decodeRecord, manager, { params: { id } });
  await room.decoded();
  expect(await samplesOf(id, 'csv_gyro', ['omega'])).toEqual(parts[0]);
  const shifted = await samplesOf(id, 'csv_optical', ['omega']);
  expect(shifted.length).toBe(parts[1]?.length);
  const firstOf = (rows: readonly string[] = []) => (rows[0] ?? '').split(';').map(Number);
  expect(firstOf(shifted)[0]).toBeCloseTo((firstOf(parts[1])[0] ?? 0) + (second?.offset ?? 0), 6);
  expect(firstOf(shifted)[1]).toBe(firstOf(parts[1])[1]);
});

test('of long records the drift of their clocks is told, too', async () => {
  const noise = Array.from({ length: 2000 }, (_, i) => Math.sin(i * i * 0.37) + Math.cos(i * 7.1));
  const moved = (t: number) => {
    const [place, share] = [Math.floor(t), t - Math.floor(t)];
    return (noise[place] ?? 0) * (1 - share) + (noise[place + 1] ?? 0) * share;
  };
  // Its clock counts 100 µs too few in a second, and began 30 s later.
  const csv = (of: (own: number) => number) =>
    `T (s),force (N)\n${Array.from({ length: 15_000 }, (_, i) => `${i / 10},${of(i / 10)}`).join('\n')}\n`;
  const a = await decodedUpload('long.csv', csv(moved));
  const b = await decodedUpload(
    'drifts.csv',
    csv((own) => moved(30 + own * 1.0001)),
  );
  const body = { record_ids: [a, b], type: 'synchro' as const, variable: 'force' };
  const { parts } = api.proposeFusion.reply.parse(await room.call(api.proposeFusion, manager, { body }));
  expect(parts[1]?.correlation?.drift_ppm).toBeCloseTo(100, -1);
  expect(Math.abs((parts[1]?.offset ?? 0) - 30.07)).toBeLessThan(0.07);
});

test('offsets that people say are what is done; the record begins with its earliest part', async () => {
  const [a, b] = [await decodedUpload('a.csv', force(0, 10)), await decodedUpload('b.csv', force(0, 10))];
  const { timestamp } = await read(a);
  const sent = { record_ids: [a, b], type: 'start_rec', offsets: [0, -2.5] };
  const task = await ended(sent);
  const kind = room.jobs.describe().find(({ name }) => name === task.name);
  const id = kind?.madeRecord(task.args, task.recordIds) ?? 0;
  expect(task.recordIds).toEqual([a, b, id]);
  expect(kind?.asSent(task.args)).toEqual(sent);
  const record = await read(id);
  expect(record).toMatchObject({ timestamp: timestamp - 2500, duration: 12.5 });
  expect((await samplesOf(id, 'csv_a', ['force']))[0]).toMatch(/^2\.5;/);
  expect((await samplesOf(id, 'csv_b', ['force']))[0]).toMatch(/^0;/);
  // People change what they say of it, and what it was made of stays.
  await room.call(api.editRecord, manager, { params: { id }, body: { other_data: { mine: 1 } } });
  expect((await read(id)).other_data).toMatchObject({ mine: 1, fusion: { parts: [{ offset: 0 }, { offset: -2.5 }] } });
  const byText = await fused({ rec_ids: [a, b], type: 'start_rec', offsets: '0, 1' });
  expect((await read(byText)).duration).toBe(11);
});

test('what makes no record is refused with a reason', async () => {
  const [a, b] = [await decodedUpload('a.csv', force(0, 10)), await decodedUpload('b.csv', force(0, 10))];
  const other = await decodedUpload('other.csv', force(0, 10), {}, stranger);
  const common = { record_ids: [a, b], type: 'start_rec' };
  expect(await refused({ ...common, offsets: [0, 11] })).toBe('record.fuseNoOverlap');
  expect(await refused({ ...common, offsets: [0] })).toEqual({ 'args.offsets': 'strictLength' });
  expect(await refused({ ...common, record_ids: [a] })).toEqual({ 'args.record_ids': 'required' });
  expect(await refused({ ...common, record_ids: [a, a] })).toEqual({ 'args.record_ids': 'twice' });
  const many = Array.from({ length: 11 }, (_, i) => i + 1);
  expect(await refused({ ...common, record_ids: many })).toEqual({ 'args.record_ids': 'tooMany' });
  expect(await refused({ ...common, type: 'luck' })).toEqual({ 'args.type': 'invalid_value' });
  expect(await refused({ ...common, record_ids: [a, other] })).toBe('entity.notFound');
  expect(await refused(common, coach)).toBe('entity.notFound');
  const everything = { principal: manager, scope: 'everything' } as const;
  const ofTwoClubs = await queueFusion(
    { database: room.database, jobs: room.jobs, clock: room.dependencies.clock },
    everything,
    { ...common, record_ids: [a, other] },
  );
  expect(ofTwoClubs).toMatchObject({ code: 'record.fuseOtherClient' });
  // Nothing but their clocks of hours tells GPS from it, and what repeats itself tells no offset.
  const before = await list(manager);
  expect(await ended({ ...common, type: 'gps' })).toMatchObject({ executing: 4, result: { msg: { en: /GPS/ } } });
  expect(await list(manager)).toEqual(before);
  const gps = await room.call(api.proposeFusion, manager, { body: { record_ids: [a, b], type: 'gps' } });
  expect(gps).toMatchObject({ parts: [{ offset: null, problem: { fr: /GPS/ } }, { offset: null }] });
});

test('offsets hold for the signals that they were found for, no others', async () => {
  const [a, b] = [await decodedUpload('a.csv', force(0, 10)), await decodedUpload('b.csv', force(0, 10))];
  const question = { body: { record_ids: [a, b], type: 'time' as const } };
  const { parts } = api.proposeFusion.reply.parse(await room.call(api.proposeFusion, manager, question));
  const seen = { ...question.body, offsets: [0, 1], signals_versions: parts.map((part) => part.signals_version) };
  expect(await refused({ ...seen, signals_versions: [1] })).toEqual({ 'args.signals_versions': 'strictLength' });
  await room.call(api.decodeRecord, manager, { params: { id: b } });
  await room.decoded();
  expect(await refused(seen)).toBe('record.fuseChanged');

  const before = await list(manager);
  const decodedAnew = { signalsVersion: sql`${records.signalsVersion} + 1` };
  afterwards = () => db.update(records).set(decodedAnew).where(eq(records.id, b));
  const task = await ended({ ...question.body, offsets: [0, 1] });
  afterwards = undefined;
  expect(task).toMatchObject({ executing: 4, result: { msg: { en: /has changed/ } } });
  expect(await list(manager)).toEqual(before);
});

test('a group that is deleted before the record is there is none of it', async () => {
  const group_id = await room.addGroup(manager.clientId, 'short-lived');
  const [a, b] = [
    await decodedUpload('a.csv', force(0, 10), { group_id }),
    await decodedUpload('b.csv', force(0, 10), { group_id }),
  ];
  afterwards = () => db.delete(groups).where(eq(groups.id, group_id));
  const id = await fused({ record_ids: [a, b], type: 'start_rec' });
  afterwards = undefined;
  expect((await read(id)).group_id).toBeNull();
});

test('who left is not answered, and a task waits where people are told to come again', async () => {
  const [a, b] = [await decodedUpload('a.csv', force(0, 10)), await decodedUpload('b.csv', force(0, 10))];
  const question = { body: { record_ids: [a, b], type: 'synchro' as const }, signal: AbortSignal.abort() };
  expect(await room.call(api.proposeFusion, manager, question)).toBe('record.fuseTooSlow');

  const clock = { folder: room.folder.signals('nowhere'), durationSeconds: 1, variable: 'gps.utc', factor: 1 };
  const ask = ({ readClock }: Pick<typeof workers, 'readClock'>) =>
    Promise.all(Array.from({ length: 40 }, () => readClock(clock)));
  expect((await ask(workers)).some(isRefusal)).toBe(true);
  expect((await ask(workers.ofTasks)).some(isRefusal)).toBe(false);
});

test('a task that is cancelled leaves nothing behind; one that is run again makes no second record', async () => {
  const [a, b] = [await decodedUpload('a.csv', force(0, 10)), await decodedUpload('b.csv', force(0, 10))];
  const [before, files] = [await list(manager), await readdir(room.folder.uploads)];
  isHeld = true;
  const begun = await start({ record_ids: [a, b], type: 'start_rec' });
  if (isRefusal(begun)) throw new Error(begun.code);
  const taskOf = async () => (await db.select().from(tasks).where(eq(tasks.id, begun.task_id)))[0];
  while ((await taskOf())?.executing !== 2) await sleep(10);
  await room.jobs.cancel(begun.task_id);
  await room.decoded();
  isHeld = false;
  expect(await taskOf()).toMatchObject({ executing: 4, result: { msg: { en: 'The task was cancelled.' } } });
  expect(await list(manager)).toEqual(before);
  expect(await readdir(room.folder.uploads)).toEqual(files);
  expect(await readdir(room.folder.temporary)).toEqual([]);

  await room.jobs.restart(begun.task_id);
  await room.decoded();
  expect(await taskOf()).toMatchObject({ executing: 3 });
  await room.jobs.restart(begun.task_id);
  await room.decoded();
  expect(await list(manager)).toHaveLength(before.length + 1);
});
