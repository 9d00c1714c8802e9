import { randomUUID } from 'node:crypto';
import { keptStates, mayFollow, type RecordState, recordStates } from '@sillage/domain';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase } from '../../platform/database/testing.ts';
import type { ReadableRecord, RecordChange } from './collect-changes.ts';
import { createLife, type NewRecord } from './index.ts';

const { records } = tables;
const { database, close } = await openTestDatabase();
afterAll(close);
const { db } = database;
const { id: clientId } = await addClient(db);

const problems: unknown[] = [];
let queued: number[] = [];
let told: RecordChange[] = [];
let readable: ReadableRecord[] = [];
const life = createLife({
  database,
  jobs: {
    async enqueue(_name, _args, { recordIds = [] }) {
      queued.push(...recordIds);
      return queued.length;
    },
  },
  log: { error: (problem: unknown) => void problems.push(problem) },
});
life.onChanged((change) => told.push(change));
life.onReadable((record) => readable.push(record));
beforeEach(() => {
  queued = [];
  told = [];
  readable = [];
});

const newRecord = (): NewRecord => ({
  ...{ uid: randomUUID(), clientId, source: 'journal', basename: 'r' },
  ...{ startedAt: new Date(0), startUs: 0 },
});
const rowOf = async (id: number) => {
  const [row] = await db.select().from(records).where(eq(records.id, id));
  if (row === undefined) throw new Error('no record');
  return row;
};
const begun = (state: 'recording' | 'repairing' = 'recording') =>
  life.inTransaction((tx) => life.begin(tx, newRecord(), state));

describe('the life of a record', () => {
  type Goal = Exclude<RecordState, 'waiting'>;
  type Step = { readonly do: 'move' | 'queue' | 'readable'; readonly to: Goal };
  const goals = recordStates.filter((state): state is Goal => state !== 'waiting');
  const steps = fc.array(
    fc.record<Step>({ do: fc.constantFrom('move', 'queue', 'readable'), to: fc.constantFrom(...goals) }),
    { minLength: 1, maxLength: 12 },
  );

  /** Where a step leads, by the table alone. */
  function expected(from: RecordState, step: Step): RecordState {
    if (step.do === 'queue') return keptStates.some((state) => state === from) ? 'waiting' : from;
    const to = step.do === 'readable' ? 'done' : step.to;
    return mayFollow(from, to) ? to : from;
  }

  it('reaches no state that the table of transitions does not allow', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const id = await begun();
        let [state, version]: [RecordState, number] = ['recording', 0];
        for (const step of all) {
          const record = { id, clientId };
          if (step.do === 'move') await life.move(db, record, step.to);
          else if (step.do === 'readable') await life.becomeReadable(db, record);
          else await life.inTransaction((tx) => life.queueDecoding(tx, record));
          const before = state;
          state = expected(before, step);
          if (step.do === 'readable' && state === 'done') version++;
          const row = await rowOf(id);
          expect(row.decodeState).toBe(state);
          expect(row.signalsVersion).toBe(version);
          expect(state === before || mayFollow(before, state)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes a step of which its caller is wrong for a bug', async () => {
    const id = await begun();
    await expect(life.move(db, { id }, 'done', { from: ['recording'] })).rejects.toThrow('never goes from recording');
    expect((await rowOf(id)).decodeState).toBe('recording');
  });

  it('is decoded once, however many end it at once', async () => {
    const id = await begun();
    const end = () =>
      life.inTransaction((tx) => life.queueDecoding(tx, { id, clientId }, { from: ['recording', 'repairing'] }));
    const tasks = await Promise.all([end(), end(), end()]);
    expect(tasks.filter((task) => task !== undefined)).toHaveLength(1);
    expect(queued).toEqual([id]);
  });

  it('begins with a file at its decoding, asked for by whoever sent it', async () => {
    const { id } = await life.inTransaction((tx) => life.beginOfFile(tx, { ...newRecord(), source: 'csv' }));
    expect((await rowOf(id)).decodeState).toBe('waiting');
    expect(queued).toEqual([id]);
  });
});

describe('changes of records', () => {
  it('are told once they are there for good, those of one kind together', async () => {
    const ids = await life.inTransaction(async (tx) => {
      const both = [await life.begin(tx, newRecord(), 'recording'), await life.begin(tx, newRecord(), 'repairing')];
      expect(told).toEqual([]);
      return both;
    });
    expect(told).toEqual([{ clientId, recordIds: ids, reason: 'created' }]);
  });

  it('stay what they are when somebody who is told fails, and the others are told', async () => {
    const heard: RecordChange[] = [];
    const failing = createLife({
      database,
      jobs: { enqueue: async () => 1 },
      log: { error: (it) => void problems.push(it) },
    });
    failing.onChanged(() => {
      throw new Error('not my day');
    });
    failing.onChanged((change) => heard.push(change));
    const id = await failing.inTransaction((tx) => failing.begin(tx, newRecord(), 'recording'));
    expect((await rowOf(id)).decodeState).toBe('recording');
    expect(heard).toEqual([{ clientId, recordIds: [id], reason: 'created' }]);
    expect(problems).toEqual([{ error: 'Error: not my day' }]);
  });

  it('are not told when they are undone', async () => {
    const id = await begun();
    told = [];
    const undone = life.inTransaction(async (tx) => {
      await life.queueDecoding(tx, { id, clientId }, { from: ['recording'] });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(told).toEqual([]);
    expect((await rowOf(id)).decodeState).toBe('recording');
  });

  it('are not told when nothing changed', async () => {
    const id = await begun();
    told = [];
    expect(await life.move(db, { id }, 'decoding')).toBe(false);
    expect(told).toEqual([]);
  });

  it('are refused in a transaction that nobody would tell of', async () => {
    const id = await begun();
    await expect(db.transaction((tx) => life.move(tx, { id }, 'error'))).rejects.toThrow('nobody would tell of');
    expect((await rowOf(id)).decodeState).toBe('recording');
  });

  it('tell those who read signals of each decoding, with a version of its own', async () => {
    const { id, uid } = await rowOf(await begun());
    await life.inTransaction((tx) => life.queueDecoding(tx, { id, clientId }, { from: ['recording'] }));
    await life.becomeReadable(db, { id }, { durationSeconds: 3 });
    await life.move(db, { id }, 'decoding');
    await life.move(db, { id }, 'done'); // it failed: the earlier signals stay
    await life.becomeReadable(db, { id });
    expect(readable).toEqual([1, 2].map((signalsVersion) => ({ id, uid, clientId, signalsVersion })));
    expect((await rowOf(id)).durationSeconds).toBe(3);
  });
});
