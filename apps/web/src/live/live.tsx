import type { ConnectionState, RealtimeClient } from '@sillage/client';
import type { RoomKind, RoomPayload } from '@sillage/contract';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const LiveContext = createContext<RealtimeClient | undefined>(undefined);

export function LiveProvider(props: { live: RealtimeClient; children: ReactNode }): ReactNode {
  return <LiveContext value={props.live}>{props.children}</LiveContext>;
}

/** The socket of this tab, started with the frame. */
export function useLive(): RealtimeClient {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLive outside of LiveProvider');
  return live;
}

/** Listens to a room while mounted; `undefined` listens to none. The latest listener is always the one called. */
export function useRoom<K extends RoomKind>(
  kind: K,
  id: number | undefined,
  listener: (payload: RoomPayload<K>) => void,
): void {
  const live = useLive();
  const hear = useEffectEvent(listener);
  useEffect(() => {
    if (id === undefined) return;
    return live.subscribe(kind, id, (payload) => hear(payload));
  }, [live, kind, id]);
}

export function useConnectionState(): ConnectionState {
  const live = useLive();
  return useSyncExternalStore(
    (changed) => live.onState(changed),
    () => live.state,
  );
}
