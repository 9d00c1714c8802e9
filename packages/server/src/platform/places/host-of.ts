import { isIPv6 } from 'node:net';

/** Groups of 16 bits of IPv6 that one host has all addresses of, and that one site is given. */
const [hostGroups, siteGroups] = [4, 3];
/** Bytes of IPv4 that neighbours share. */
const siteBytes = 3;

/**
 * Whose address this is: of IPv6 the network of 64 bits, of which one host has all addresses; IPv4 as it is, also when it
 * comes mapped into IPv6.
 */
export function hostOf(address: string): string {
  const { v4, groups } = partsOf(address);
  return groups === undefined ? v4 : prefixOf(groups, hostGroups);
}

/** The neighbourhood of an address: 24 bits of IPv4, 48 of IPv6. */
export function siteOf(address: string): string {
  const { v4, groups } = partsOf(address);
  return groups === undefined ? v4.split('.').slice(0, siteBytes).join('.') : prefixOf(groups, siteGroups);
}

function prefixOf(groups: readonly string[], length: number): string {
  const prefix = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${length * 16}`;
}

/** The groups of an address of IPv6; of anything else none. */
function partsOf(address: string): { readonly v4: string; readonly groups?: readonly string[] } {
  const bare = address.split('%', 1)[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return { v4: mapped };
  if (!isIPv6(bare)) return { v4: bare };
  const [left = '', right] = bare.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  // An IPv4 address at the end stands for two groups.
  const tailGroups = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
  const zeros = right === undefined ? 0 : 8 - head.length - tailGroups;
  return { v4: bare, groups: [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail] };
}
