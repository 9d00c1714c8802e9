import type { LedgerRecord } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { ForceDialog } from './force-dialog.tsx';
import { type Move, useMove } from './use-move.ts';

interface Asked {
  readonly move: Move;
  readonly ids: readonly number[];
  /** That go over the link; null: only the cloud knows. */
  readonly bytes: number | null;
  onDone?(): void;
}

type Costing = Asked & { readonly move: 'send' | 'fetch' };
const costs = (asked: Asked): asked is Costing => asked.move === 'send' || asked.move === 'fetch';

/** Moves originals; over a link that costs by the byte only after somebody agreed to how much that is. */
export function useAskedMove(isMetered: boolean): {
  readonly isPending: boolean;
  move(asked: Asked): void;
  /** Stands wherever the press is. */
  readonly question: ReactNode;
} {
  const change = useMove();
  const [asking, setAsking] = useState<Costing>();
  const go = ({ move, ids, onDone }: Asked) =>
    change.mutate({ move, ids }, onDone === undefined ? {} : { onSuccess: onDone });
  return {
    isPending: change.isPending,
    move: (asked) => (isMetered && costs(asked) ? setAsking(asked) : go(asked)),
    question: asking && (
      <ForceDialog
        move={asking.move}
        bytes={asking.bytes}
        onClose={() => setAsking(undefined)}
        onForce={() => {
          setAsking(undefined);
          go(asking);
        }}
      />
    ),
  };
}

type Moved = Pick<LedgerRecord, 'bytes' | 'sent_bytes' | 'cloud_state' | 'coming'>;

/** What moving one would take, of what is known here. */
export function bytesOfMove(move: Move, record: Moved): number | null {
  const { bytes, sent_bytes: sent, cloud_state: state, coming } = record;
  if (move === 'fetch') {
    const all = coming?.bytes ?? (bytes > 0 ? bytes : null);
    return all === null ? null : all - (coming?.received_bytes ?? 0);
  }
  // What is there already is sent anew as a whole.
  return state === 'synced' ? bytes : bytes - sent;
}

export function bytesOfMoves(move: Move, records: readonly Moved[]): number | null {
  let total = 0;
  for (const record of records) {
    const bytes = bytesOfMove(move, record);
    if (bytes === null) return null;
    total += bytes;
  }
  return total;
}
