import { isRefusal, limits } from '@sillage/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { type Database, tables } from '../../platform/database/index.ts';
import type { Life } from '../life/index.ts';
import { beginSelection, endSelection, type ShownSelections } from '../live-selections/index.ts';
import { isReadable } from '../records/index.ts';
import type { RunRecords } from './run-devices.ts';

const { recordErrors, records } = tables;

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly shown: Pick<ShownSelections, 'changed'>;
  readonly life: Pick<Life, 'inTransaction' | 'tell'>;
  readonly analyse: RunRecords['analyse'];
  readonly analyseLive: RunRecords['analyseLive'];
}

/** What runs do with records, by the doors of the rooms that know them. */
export function recordDoors({ database, shown, life, analyse, analyseLive }: Dependencies): RunRecords {
  const { db } = database;
  return {
    async select(action, recordId, t, name) {
      const texts = name === null ? {} : { exercise: name.slice(0, 200) };
      const done = await (action === 'start' ? beginSelection : endSelection)(db, recordId, t, texts);
      if (isRefusal(done)) return done.body().message;
      await shown.changed(recordId);
      return undefined;
    },
    analyse,
    analyseLive,
    async isReadable(recordId) {
      const [row] = await db.select().from(records).where(eq(records.id, recordId));
      return row !== undefined && isReadable(row);
    },
    async writeOutcome(recordIds, { runId, results, errors }) {
      if (recordIds.length === 0) return;
      const outcome = JSON.stringify({ scenario: { run_id: runId, results } });
      await life.inTransaction(async (tx) => {
        const rows = await tx
          .update(records)
          .set({ otherData: sql`${records.otherData} || ${outcome}::jsonb` })
          .where(inArray(records.id, [...recordIds]))
          .returning({ id: records.id, clientId: records.clientId });
        const written = rows.flatMap(({ id }) => errors.map((msg) => ({ recordId: id, type: 'ERROR' as const, msg })));
        if (written.length > 0) await tx.insert(recordErrors).values(written.slice(0, limits.scenarioResults));
        const [first] = rows;
        if (first !== undefined)
          life.tell(tx, { clientId: first.clientId, recordIds: rows.map(({ id }) => id), reason: 'updated' });
      });
    },
  };
}
