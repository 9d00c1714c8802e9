import { X509Certificate } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { keepCertificate } from './keep-certificate.ts';

/** What this server shows at its https port, and what a phone trusts. */
export interface ServerCertificate {
  /** PEM, for the listener: the server's certificate. */
  readonly cert: string;
  readonly key: string;
  /** DER, for phones to install. */
  readonly authority: Uint8Array;
  /** As phones show it. */
  readonly authorityName: string;
  /** SHA-256 of the authority, hex in capitals, 64 digits. */
  readonly fingerprint: string;
}

interface Dependencies {
  readonly file: string;
  readonly nowMs: number;
  readonly say: (sentence: string) => void;
}

/** The certificate of this machine, made at its first start, for all names and addresses that it has now. */
export async function openCertificate({ file, nowMs, say }: Dependencies): Promise<ServerCertificate> {
  const machine = hostname();
  const kept = await keepCertificate({ file, name: `Sillage ${machine}`, hosts: ownHosts(machine), nowMs, say });
  const authority = new X509Certificate(kept.authority.cert);
  return {
    ...kept.server,
    authority: authority.raw,
    authorityName: /^CN=(.*)$/m.exec(authority.subject)?.[1] ?? '',
    fingerprint: authority.fingerprint256.replaceAll(':', ''),
  };
}

/** Names first; link-local IPv6 addresses need a zone, which certificates have not. */
function ownHosts(machine: string): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.startsWith('fe80:'));
  const names = /^[\w.-]{1,60}$/.test(machine) ? [machine, `${machine.split('.', 1)[0]}.local`] : [];
  return [...new Set([...names, 'localhost', ...addresses])];
}
