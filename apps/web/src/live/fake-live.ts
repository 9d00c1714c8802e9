import type { RealtimeClient } from '@sillage/client';
import type { RecordUpdate } from '@sillage/contract';

/** For tests: a connection that stands, and tells of records when it is told to. */
export function fakeLive(): { readonly live: RealtimeClient; tell(update: RecordUpdate): void } {
  const listeners = new Set<(update: RecordUpdate) => void>();
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
    state: 'connected',
    attempt: 0,
    onState: () => () => undefined,
    onEntered: () => () => undefined,
  };
  return {
    live,
    tell: (update) => {
      for (const listener of listeners) listener(update);
    },
  };
}
