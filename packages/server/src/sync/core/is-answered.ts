import type { RowState } from './row-state.ts';
import { hasSeen, type Stamp } from './stamp.ts';

/** Whether somebody who saw what counts, of two edits at the same time, has edited it since. `field` null: the whole row. */
export const isAnswered = (
  { field, keptAt }: { readonly field: string | null; readonly keptAt: Stamp },
  { fields }: RowState,
): boolean =>
  Object.entries(fields).some(([name, edit]) => (field ?? name) === name && keptAt < edit.at && hasSeen(edit, keptAt));
