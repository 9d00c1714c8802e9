import { cp } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { type Queryable, tables } from '@sillage/server/platform/database';
import { analysisRoutes, createAnalyses, createResults } from '@sillage/server/recording/analysis';
import { makeTestJump } from '@sillage/server/recording/analysis/testing';
import { openTestClub } from '@sillage/server/recording/records/testing';
import { type Bench, milliseconds } from './figure.ts';

/** Stored jumps that a newer version of their analysis has to answer again, and moves of an edge. */
const [stored, moves] = [10_000, 100];
const copied = 100;

type Club = Awaited<ReturnType<typeof openTestClub>>;

/** So many records with the signals, and the kept result, of one. */
async function copyRecord({ room }: Club, id: number): Promise<void> {
  const { database, folder } = room.dependencies;
  const { records } = tables;
  const rows = await database.db.transaction(async (tx) => {
    await tx.execute('SET LOCAL session_replication_role = replica');
    await copyRows(tx, 'records', `t.id = ${id}`, `'id', 100000 + i, 'uid', gen_random_uuid()`);
    await copyRows(
      tx,
      'analysis_results',
      `t.record_id = ${id}`,
      `'id', 100000 + i, 'uid', gen_random_uuid(), 'record_id', 100000 + i`,
    );
    await tx.execute(`UPDATE analysis_results SET outcome = jsonb_set(outcome, '{version}', '0')`);
    return tx.select({ id: records.id, uid: records.uid }).from(records);
  });
  const from = folder.signals(rows.find((row) => row.id === id)?.uid ?? '');
  const others = rows.filter((row) => row.id !== id);
  for (let i = 0; i < others.length; i += copied) {
    await Promise.all(others.slice(i, i + copied).map(({ uid }) => cp(from, folder.signals(uid), { recursive: true })));
  }
}

/** A row as often as needed, but for what differs; generated columns make themselves. */
async function copyRows(tx: Queryable, table: string, which: string, differs: string): Promise<void> {
  const { rows } = await tx.execute<{ names: string; copies: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names, string_agg('c.' || quote_ident(column_name), ', ') AS copies
       FROM information_schema.columns WHERE table_name = '${table}' AND is_generated = 'NEVER'`,
  );
  await tx.execute(
    `INSERT INTO ${table} (${rows[0]?.names}) OVERRIDING SYSTEM VALUE SELECT ${rows[0]?.copies} FROM ${table} t,
       generate_series(1, ${stored - 1}) i, LATERAL jsonb_populate_record(t, jsonb_build_object(${differs})) c WHERE ${which}`,
  );
}

const countOf = async ({ room }: Club, which: string): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM analysis_results WHERE ${which}`;
  const { rows } = await room.dependencies.database.db.execute<{ count: number }>(text);
  return rows[0]?.count ?? 0;
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

export const bench: Bench = {
  name: 'jumps',
  async *run() {
    const club = await openTestClub();
    const { room, manager, decodedUpload } = club;
    const analyses = createAnalyses();
    const results = createResults({ ...room.dependencies, analyses });
    room.jobs.register(results.job);
    analysisRoutes(room.serve, { ...room.dependencies, analyses, results });
    try {
      const id = await decodedUpload('jump.csv', makeTestJump({ takeOffSpeed: 2.2 }), { exercise_name: 'CMJ' });
      await until(async () => (await countOf(club, 'is_current')) === 1);
      yield await moveEdges();
      await copyRecord(club, id);
      const spent = await milliseconds(async () => {
        await results.sweep();
        await until(async () => (await countOf(club, `is_current AND (outcome->>'version')::int > 0`)) === stored);
      });
      yield {
        name: `${stored} stored jumps answered again, a second`,
        ...{ measured: (1000 * stored) / spent, goal: { atLeast: 200 }, unit: 'jumps/s' },
        note: 'a task each, samples read from their files, the former result kept',
      };

      async function moveEdges() {
        const spent: number[] = [];
        for (let i = 0; i < moves; i++) {
          const body = { analysis: 'cmj', parameters: { onsetAt: 2 + i / 1000 } };
          spent.push(await milliseconds(() => room.call(api.runAnalysis, manager, { params: { id }, body })));
        }
        spent.sort((a, b) => a - b);
        const measured = spent[Math.floor(0.95 * moves)] ?? Number.NaN;
        const note = 'the server’s part: asked, samples read, answered';
        return { name: 'edge moved → numbers, p95', measured, goal: { atMost: 100 }, unit: 'ms', note };
      }
    } finally {
      await results.close();
      await analyses.close();
      await room.close();
    }
  },
};
