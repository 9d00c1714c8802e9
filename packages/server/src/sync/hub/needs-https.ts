import { BlockList, isIP } from 'node:net';

/** Addresses of machines in a house (RFC 1918, RFC 4193, link-local, this machine). */
const inHouse = new BlockList();
inHouse.addSubnet('127.0.0.0', 8);
inHouse.addSubnet('10.0.0.0', 8);
inHouse.addSubnet('172.16.0.0', 12);
inHouse.addSubnet('192.168.0.0', 16);
inHouse.addSubnet('169.254.0.0', 16);
inHouse.addAddress('::1', 'ipv6');
inHouse.addSubnet('fc00::', 7, 'ipv6');
inHouse.addSubnet('fe80::', 10, 'ipv6');

/** Names that no public server has (RFC 6762, RFC 8375, and those without a dot). */
const nameInHouse = /^(?:localhost|[^.]+|.+\.(?:local|lan|home\.arpa|internal|test))$/;

/** Whether the code of a hub, and samples, would cross a public network unencrypted on their way to this address. */
export function needsHttps(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family === 0 ? !nameInHouse.test(host) : !inHouse.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
