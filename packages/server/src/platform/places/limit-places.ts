import { hostOf } from './host-of.ts';

/** Places for connections: so many a host, so many in all. */
export interface Places {
  hasRoom(address: string): boolean;
  /** How to give the place back, once; undefined when there is none. */
  take(address: string): (() => void) | undefined;
}

export function limitPlaces(most: { readonly aHost: number; readonly inAll: number }): Places {
  const taken = new Map<string, number>();
  let inAll = 0;
  const hasRoom = (address: string) => inAll < most.inAll && (taken.get(hostOf(address)) ?? 0) < most.aHost;
  return {
    hasRoom,
    take(address) {
      if (!hasRoom(address)) return undefined;
      const host = hostOf(address);
      taken.set(host, (taken.get(host) ?? 0) + 1);
      inAll += 1;
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        inAll -= 1;
        const left = (taken.get(host) ?? 1) - 1;
        if (left === 0) taken.delete(host);
        else taken.set(host, left);
      };
    },
  };
}
