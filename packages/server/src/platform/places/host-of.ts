import { isIPv6 } from 'node:net';

/**
 * Whose address this is: of IPv6 the network of 64 bits, of which one host has all addresses; IPv4 as it is, also when it
 * comes mapped into IPv6.
 */
export function hostOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  const [left = '', right] = bare.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  // An IPv4 address at the end stands for two groups.
  const tailGroups = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
  const zeros = right === undefined ? 0 : 8 - head.length - tailGroups;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
