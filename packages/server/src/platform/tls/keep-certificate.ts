import { X509Certificate } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../files/index.ts';

const Credentials = z.object({ cert: z.string(), key: z.string() });
const Kept = z.object({ authority: Credentials, server: Credentials });
type Kept = z.output<typeof Kept>;

/** Days before its end from which a certificate is renewed at a start. */
const renewBeforeDays = 60;
const dayMs = 86_400_000;

interface Dependencies {
  /** Where both lie, readable by their owner only; made when there is none. */
  readonly file: string;
  /** What phones show of the authority, as "Sillage mallette-07". */
  readonly name: string;
  /** Names and addresses by which this machine is reached now. */
  readonly hosts: readonly string[];
  readonly nowMs: number;
  readonly say: (sentence: string) => void;
}

/**
 * The hub's own certificate: its authority is made once and stays, so that a phone trusts it once; the server's follows the
 * machine's addresses and its end. A file that cannot be read is put aside, and phones are asked once more.
 */
export async function keepCertificate({ file, name, hosts, nowMs, say }: Dependencies): Promise<Kept> {
  const kept = await readKept(file, say);
  const authority = kept !== undefined && isValid(kept.authority.cert, nowMs) ? kept.authority : undefined;
  if (authority !== undefined && kept !== undefined && serves(kept.server.cert, authority.cert, hosts, nowMs))
    return kept;
  // Loaded where one is made only: the library takes 60 ms of each start.
  const { issueCertificate, makeAuthority } = await import('./issue-certificates.ts');
  const signing = authority ?? (await makeAuthority(name, nowMs));
  const made = { authority: signing, server: await issueCertificate(signing, hosts, nowMs) };
  await writeKept(file, made);
  return made;
}

function isValid(cert: string, nowMs: number): boolean {
  const { validToDate } = new X509Certificate(cert);
  return validToDate.getTime() - nowMs > renewBeforeDays * dayMs;
}

function serves(cert: string, authority: string, hosts: readonly string[], nowMs: number): boolean {
  const certificate = new X509Certificate(cert);
  return (
    certificate.checkIssued(new X509Certificate(authority)) &&
    isValid(cert, nowMs) &&
    hosts.every((host) => certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined)
  );
}

async function readKept(file: string, say: Dependencies['say']): Promise<Kept | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const kept = parseKept(text);
  if (kept !== undefined) {
    await chmod(file, 0o600).catch(() => {}); // some file systems know no rights
    return kept;
  }
  await rename(file, `${file}.unreadable`);
  say(
    `${file} holds no certificate that can be read: it is kept as ${file}.unreadable, and phones have to trust a new one.`,
  );
  return undefined;
}

function parseKept(text: string): Kept | undefined {
  try {
    const kept = Kept.parse(JSON.parse(text));
    // Both are what they say, or they are put aside as a whole.
    for (const { cert } of [kept.authority, kept.server]) new X509Certificate(cert);
    return kept;
  } catch {
    return undefined;
  }
}

async function writeKept(path: string, kept: Kept): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(kept, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
