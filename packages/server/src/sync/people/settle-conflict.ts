import { type api, type BodyOf, type Refusal, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Content, isAlive, observeRow, type RowState, writeAgain } from '../core/index.ts';
import { readOutcome } from '../hub/keep-link.ts';
import { readNode } from '../identity.ts';
import type { InTurn } from '../in-turn.ts';
import { withEditor } from '../rows/editors.ts';
import { harvestRows, observerOf } from '../rows/harvest-rows.ts';
import { keyOf } from '../rows/kept-row.ts';
import { sqlRows } from '../rows/sql-rows.ts';
import { travellingTable } from '../rows/travelling-tables.ts';
import { wireRow } from '../rows/wire-row.ts';
import { type ConflictRow, type ConflictViewer, readConflict, seenConflicts } from './list-conflicts.ts';
import { reviveParents } from './revive-parents.ts';

interface Dependencies {
  readonly inTurn: InTurn;
  readonly clock: Clock;
}

/** Somebody chose, perhaps once more: what they chose is written now, so that it is the last edit on every server. */
export function settleConflict(
  { inTurn, clock }: Dependencies,
  viewer: ConflictViewer,
  id: number,
  { choice, seen }: BodyOf<typeof api.settleSyncConflict>,
): Promise<Refusal | undefined> {
  return inTurn(async (tx) => {
    const { rows } = await tx.execute(sql`select c.* from sync_conflicts c
      where c.id = ${id} and ${seenConflicts(viewer)} for update`);
    const conflict = rows[0] && readConflict(rows[0]);
    const table = conflict && travellingTable(conflict.table);
    if (conflict === undefined || table === undefined) return refuse('entity.notFound');
    const store = sqlRows(tx);
    const { offsetMs } = await readOutcome(store);
    const looker = { node: await readNode(store), nowMs: clock.nowMs(), offsetMs: offsetMs ?? 0 };
    await harvestRows(store, looker);
    const known = (await store.loadRows(table.name, [conflict])).get(keyOf(conflict));
    if (known === undefined) return refuse('entity.notFound');
    const refusal =
      conflict.settled === null && conflict.asks ? undefined : refuseLater(conflict, known.state, choice, seen);
    if (refusal !== undefined) return refusal;
    const observer = observerOf(looker);
    const state = chosen(known.state, conflict, choice, observer);
    const revived = isAlive(state) ? await reviveParents(store, table, known, observer) : [];
    const { userId } = viewer.principal;
    const editors = withEditor(state, known, (await store.editorsById([userId])).get(userId));
    const row = { ...known, state, editors, fromNode: null };
    await store.saveRows([row]);
    await store.writeRows(table, [row]);
    await store.follow([...revived, row].map(wireRow));
    await tx.execute(sql`update sync_conflicts set settled = ${choice === 'kept' ? 'kept' : 'restored'}, settled_at = now()
      where id = ${id}`);
    return undefined;
  });
}

/** What was settled before: nothing is deleted by a press that says "restore", and no text that was not seen is overwritten. */
function refuseLater(
  { field, kept, lost }: ConflictRow,
  state: RowState,
  choice: 'kept' | 'lost',
  seen: string | undefined,
): Refusal | undefined {
  if ('is_gone' in (choice === 'kept' ? kept : lost)) return refuse('sync.deletionStays');
  if (field === null || seen === undefined) return undefined;
  return state.fields[field]?.at === seen ? undefined : refuse('sync.changedSince');
}

function chosen(
  state: RowState,
  { field, kept, lost, keptAt, lostAt }: ConflictRow,
  choice: 'kept' | 'lost',
  observer: Parameters<typeof writeAgain>[2],
): RowState {
  const edit = choice === 'kept' ? kept : lost;
  if ('is_gone' in edit) return observeRow(state, undefined, observer) ?? state;
  const all: Content = Object.fromEntries(Object.entries(state.fields).map(([name, { value }]) => [name, value]));
  return writeAgain(state, field === null ? all : { [field]: edit.value }, observer, [keptAt, lostAt]);
}
