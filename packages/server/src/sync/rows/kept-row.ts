import type { RowState } from '../core/index.ts';
import type { Editors } from './editors.ts';
import { noUid } from './travelling-tables.ts';

/** A row or a pair, wherever it is. */
export interface RowKey {
  readonly uid: string;
  readonly otherUid: string;
}

/** What this server keeps of a row. */
export interface KeptRow extends RowKey {
  readonly table: string;
  readonly clientUid: string | null;
  readonly state: RowState;
  /** Who made its edits, by their stamps. */
  readonly editors: Editors;
  readonly held: string | null;
  readonly heldFields: readonly string[];
  readonly fromNode: string | null;
}

export const keyOf = ({ uid, otherUid }: RowKey): string => (otherUid === noUid ? uid : `${uid} ${otherUid}`);
