import type { ConnectionState, RealtimeClient } from '@sillage/client';
import type { RoomKind, RoomPayload } from '@sillage/contract';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';

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

interface LiveLink {
  readonly state: ConnectionState;
  /** Which try to connect again this is, from 1; 0 while nothing is wrong. */
  readonly attempt: number;
  /** ms of the page's clock; when the next round of tries begins, after those of one failed. */
  readonly nextRoundAtMs: number | undefined;
  /** Nothing comes in any more: what is shown is what was so at `heardAtMs`. */
  readonly lost: boolean;
  /** ms of the page's clock; when the server was last heard. */
  readonly heardAtMs: number;
}

function readLink({ state, attempt, nextRoundAtMs, heardAtMs }: RealtimeClient): LiveLink {
  return { state, attempt, nextRoundAtMs, heardAtMs, lost: attempt > 0 || state === 'silent' || state === 'lost' };
}

/** The state of the live link, for the header and the banner. */
export function useLiveLink(): LiveLink {
  const live = useLive();
  const [link, setLink] = useState(() => readLink(live));
  useEffect(() => {
    const read = (): void => setLink(readLink(live));
    read();
    return live.onState(read);
  }, [live]);
  return link;
}
