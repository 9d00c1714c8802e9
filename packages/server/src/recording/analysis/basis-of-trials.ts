import { createHash } from 'node:crypto';
import type { Analysis, TrialsOf } from '@sillage/analysis';
import type { HeldParameters } from '@sillage/contract';
import type { Queryable } from '../../platform/database/index.ts';
import type { RecordRow } from '../records/index.ts';
import { heldOfRecords } from './hold-parameters.ts';
import { athletesOf, type KnownTrial } from './known-trials.ts';
import { pushOffOfScenario } from './loads-of-trials.ts';

/** What an answer of several trials hangs on, besides its own rules. */
export interface Basis {
  /** Of all of it: another one is another answer. */
  readonly fingerprint: string;
  /** Of the records of the trials. */
  readonly athletes: number;
  /** Rules of a trial's own analysis. */
  readonly heldOf: (record: RecordRow) => HeldParameters;
}

export async function basisOf(
  db: Queryable,
  record: RecordRow,
  { trials: { analysis } }: Analysis & { readonly trials: TrialsOf },
  trials: readonly KnownTrial[],
): Promise<Basis> {
  const rows = [...new Map(trials.map((one) => [one.record.id, one.record])).values()];
  const held = await heldOfRecords(db, rows);
  const heldOf = (row: RecordRow) => held(row, analysis.id);
  const athletes = (
    await athletesOf(
      db,
      rows.map(({ id }) => id),
    )
  ).length;
  const made = trials.map(({ record: { uid, signalsVersion }, stretch, load }) => [uid, signalsVersion, stretch, load]);
  const rules = rows.map((row) => [
    row.uid,
    Object.entries(heldOf(row)).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  const all = JSON.stringify([analysis.version, athletes, made, rules, pushOffOfScenario(record.otherData) ?? null]);
  return { fingerprint: createHash('sha256').update(all).digest('hex'), athletes, heldOf };
}
