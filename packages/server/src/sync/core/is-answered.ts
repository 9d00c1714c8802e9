import type { RowState } from './row-state.ts';
import { hasSeen, type Stamp } from './stamp.ts';

/**
 * Whether somebody who saw what counts, of two edits at the same time, has edited it since; or has deleted the row knowing what
 * lost. `field` null: the whole row.
 */
export const isAnswered = (
  { field, keptAt, lostAt }: { readonly field: string | null; readonly keptAt: Stamp; readonly lostAt: Stamp },
  { fields, deleted }: RowState,
): boolean =>
  (field === null && deleted !== null && deleted.at !== keptAt && deleted.at > lostAt && hasSeen(deleted, lostAt)) ||
  Object.entries(fields).some(([name, edit]) => (field ?? name) === name && keptAt < edit.at && hasSeen(edit, keptAt));
