import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, isRefusal, refuse } from '@sillage/contract';
import { eq, inArray } from 'drizzle-orm';
import { readComputedChannels } from '../../administration/parameters/index.ts';
import { readSportName } from '../../administration/sports/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addGroup, addUser, openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { type Input, openTestRoutes } from '../../platform/http/testing.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createComputed } from '../computed/index.ts';
import { decodeJob } from '../decode/index.ts';
import { shareTestWorkers } from '../decode/testing.ts';
import { createLife, showChanges } from '../life/index.ts';
import { createCalibrations } from '../steps/index.ts';
import { createSignalStore } from '../store/index.ts';
import { createUploads } from '../uploads/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { keepSeenRecords } from './seen-records.ts';

const { tasks, records } = tables;

/** Records on a real database, disk, queue and decoder; only HTTP is left out. For tests. */
export async function openTestRecords() {
  const { database, folder, close } = await openTestDatabase();
  const log = createLog('silent');
  const store = createSignalStore({ cacheBytes: 32 * 1024 ** 2 });
  const seenRecords = keepSeenRecords(database.db, systemClock);
  const emitted: { kind: string; id: number; payload: unknown }[] = [];
  const { disk } = await openTestDisk();
  const computed = createComputed({
    ...{ folder, store, disk },
    kept: (of) => readComputedChannels(database.db, of),
    sportName: (id) => readSportName(database.db, id),
  });
  const jobs = createJobs({ database, folder, clock: systemClock, log }, { pollMs: 250 });
  const life = createLife({ database, jobs, log });
  showChanges(life, { emit: (kind, id, payload) => emitted.push({ kind, id, payload }) });
  const calibrations = createCalibrations();
  const workers = shareTestWorkers();
  const decode = decodeJob({ database, folder, store, life, clock: systemClock, disk, log, workers });
  jobs.register(decode);
  await jobs.start();
  const finished: number[] = [];
  /** Records that a device is making. */
  const beingRecorded = new Set<number>();
  /** Record → ms since 1970 of when its device went away. */
  const away = new Map<number, number>();
  const ingest: RecordDependencies['ingest'] = {
    isBeingRecorded: (id) => beingRecorded.has(id),
    awayFrom: (rows) =>
      new Map(rows.flatMap(({ id }) => (away.has(id) ? [[id, { sinceMs: away.get(id) ?? null }]] : []))),
    async finishRecord(id) {
      if (beingRecorded.has(id)) return refuse('record.stillRecording');
      finished.push(id);
      await database.db.update(records).set({ decodeState: 'waiting' }).where(eq(records.id, id));
      return 'finished';
    },
    downloadFromDevice: async () => 'started',
  };
  const uploads = createUploads({ database, folder, disk });
  const { serve, ask } = openTestRoutes(folder.temporary);

  /** What is answered, or the code of the refusal. */
  async function call<E extends Endpoint>(endpoint: E, principal: Principal, input: Input<E> = {}): Promise<unknown> {
    const answer = await ask(endpoint, principal, input);
    if (isRefusal(answer)) return answer.code;
    if (answer instanceof Answer && answer.headers['content-type']?.startsWith('application/json')) {
      const text = answer.body instanceof Readable ? await textOf(answer.body) : String(answer.body);
      answer.ended?.();
      return typeof endpoint.reply === 'string' ? undefined : endpoint.reply.parse(JSON.parse(text));
    }
    return typeof endpoint.reply === 'string' || (answer && typeof answer === 'object' && 'status' in answer)
      ? answer
      : endpoint.reply.parse(answer);
  }

  /** Fields that a call is refused for; what it answered when it was not. */
  async function fieldsOf<E extends Endpoint>(endpoint: E, principal: Principal, input: Input<E>): Promise<unknown> {
    const answer = await ask(endpoint, principal, input);
    return isRefusal(answer) ? answer.fields : answer;
  }

  return {
    database,
    folder,
    store,
    log,
    emitted,
    finished,
    ask,
    beingRecorded,
    away,
    call,
    fieldsOf,
    serve,
    jobs,
    dependencies: {
      calibrations,
      jobs,
      database,
      seenRecords,
      folder,
      disk,
      store,
      computed,
      life,
      uploads,
      clock: systemClock,
      log,
      ingest,
    },
    /** Waits until no task is waiting or running. */
    async decoded(): Promise<void> {
      while ((await database.db.$count(tasks, inArray(tasks.executing, [0, 1, 2]))) > 0) await sleep(20);
    },
    addClient: async (name: string) => (await addClient(database.db, { name })).id,
    addGroup: async (clientId: number, name: string) => (await addGroup(database.db, { clientId, name })).id,
    async addPerson(clientId: number, role: Principal['roles'][number], groupIds: number[] = []): Promise<Principal> {
      const { id: userId } = await addUser(database.db, { clientId, groupIds, lastname: role, roles: [role] });
      return { userId, clientId, roles: [role], groupIds };
    },
    async close() {
      await jobs.stop(5000);
      await decode.close();
      await computed.close();
      await calibrations.close();
      await store.close();
      await close();
    },
  };
}
