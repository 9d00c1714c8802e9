import { hostOf } from './host-of.ts';

/** Failed tries of each host. */
export interface Tries {
  isOver(address: string): boolean;
  failed(address: string): void;
}

/** Hosts remembered; beyond it those that failed longest ago are forgotten. */
const maxHosts = 10_000;

/** Counts failed tries of each host; all of one are forgiven `windowMs` after its first. */
export function limitTries(
  most: { readonly tries: number; readonly windowMs: number },
  monotonicMs: () => number,
): Tries {
  const hosts = new Map<string, { count: number; readonly sinceMs: number }>();
  const current = (host: string) => {
    const known = hosts.get(host);
    return known !== undefined && monotonicMs() - known.sinceMs < most.windowMs ? known : undefined;
  };
  return {
    isOver: (address) => (current(hostOf(address))?.count ?? 0) >= most.tries,
    failed(address) {
      const host = hostOf(address);
      const known = current(host) ?? { count: 0, sinceMs: monotonicMs() };
      known.count += 1;
      hosts.delete(host);
      hosts.set(host, known);
      const [oldest] = hosts.keys();
      if (hosts.size > maxHosts && oldest !== undefined) hosts.delete(oldest);
    },
  };
}
