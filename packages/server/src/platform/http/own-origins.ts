import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

/** Origins at which a listening server answers on this machine: first the one that others on the network can use. */
export function ownOrigins(server: Server): string[] {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return [];
  const hosts = hostsOf(bound.address);
  return hosts.map((host) => new URL(`http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`).origin);
}

function hostsOf(address: string): string[] {
  switch (address) {
    case '0.0.0.0':
      return [...networkHosts().filter((host) => !host.includes(':')), 'localhost', '127.0.0.1'];
    case '::':
      return [...networkHosts(), 'localhost', '127.0.0.1', '::1'];
    case '127.0.0.1':
    case '::1':
      return ['localhost', address];
    default:
      return [address];
  }
}

/** IPv4 first: people type it. Link-local addresses need a zone, which browsers do not take. */
function networkHosts(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .sort((one, other) => one.family.localeCompare(other.family))
    .map(({ address }) => address);
}
