import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address is that of a proxy of ours, whose word about its callers is taken. */
export type Trusts = (address: string) => boolean;

/** Whether this is an address, or a network as `172.18.0.0/16`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/**
 * Trusts this machine, and the networks given.
 * @throws RangeError when one of them is none
 */
export function trustProxies(networks: readonly string[] = []): Trusts {
  const trusted = new BlockList();
  for (const network of ['127.0.0.0/8', '::1', ...networks]) {
    if (!isNetwork(network)) throw new RangeError(`${network} is no network`);
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  // A mapped IPv4 address is compared with the IPv4 ones by the list itself.
  return (address) => isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whose request this is: the last address that no proxy of ours has. */
export function addressOf({ socket, headers }: IncomingMessage, trusts: Trusts): string {
  const said = String(headers['x-forwarded-for'] ?? '').split(',');
  let address = socket.remoteAddress ?? '';
  while (trusts(address)) {
    const before = said.pop()?.trim();
    if (before === undefined || isIP(before) === 0) return address;
    address = before;
  }
  return address;
}
