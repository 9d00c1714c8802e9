import type { ConnectionState, RealtimeClient } from '@sillage/client';
import type { RecordUpdate } from '@sillage/contract';

/** For tests: a connection that stands until it is told otherwise, and tells of records when it is told to. */
export function fakeLive(): {
  readonly live: RealtimeClient;
  tell(update: RecordUpdate): void;
  become(state: ConnectionState): void;
} {
  const listeners = new Set<(update: RecordUpdate) => void>();
  const stateListeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'connected';
  const live: RealtimeClient = {
    retry: () => undefined,
    start: () => undefined,
    stop: () => undefined,
    subscribe: (kind, _id, listener) => {
      if (kind !== 'recordUpdate') return () => undefined;
      // The kind says the payload, which TypeScript does not see through its type parameter.
      const hear = listener as (update: RecordUpdate) => void;
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    get state() {
      return state;
    },
    attempt: 0,
    get nextRoundAtMs() {
      return state === 'lost' ? performance.now() + 18_000 : undefined;
    },
    heardAtMs: 0,
    onState: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onEntered: () => () => undefined,
  };
  return {
    live,
    tell: (update) => {
      for (const listener of listeners) listener(update);
    },
    become: (next) => {
      state = next;
      for (const listener of stateListeners) listener(next);
    },
  };
}
