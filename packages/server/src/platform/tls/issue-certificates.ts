import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, both PEM. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

/** Elliptic curve that every phone of the last ten years takes. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;
const authorityDays = 3650;
/** Days; iOS takes none that is valid for longer of an authority that its owner trusts (Apple, 2019). */
const serverDays = 800;
/** Clocks of phones are behind. */
const backdatedDays = 2;
const serverAuthentication = '1.3.6.1.5.5.7.3.1';

/** The authority of one hub: what a phone trusts once, so that later certificates of the same hub need no word. */
export async function makeAuthority(name: string, nowMs: number): Promise<Credentials> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validFor(authorityDays, nowMs),
    serialNumber: newSerial(),
    name: [{ CN: [name] }, { O: ['Sillage'] }],
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      // It signs servers, no further authorities.
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await keyText(keys.privateKey) };
}

/** A certificate for a server that is reached by these names and addresses. */
export async function issueCertificate(
  authority: Credentials,
  hosts: readonly string[],
  nowMs: number,
): Promise<Credentials> {
  const issuer = new X509Certificate(authority.cert);
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validFor(serverDays, nowMs),
    serialNumber: newSerial(),
    subject: [{ CN: [hosts[0] ?? 'localhost'] }],
    issuer: issuer.subject,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await readKey(authority.key),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([serverAuthentication]),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: certificate.toString('pem'), key: await keyText(keys.privateKey) };
}

function makeKeys() {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function validFor(days: number, nowMs: number) {
  return { notBefore: new Date(nowMs - backdatedDays * dayMs), notAfter: new Date(nowMs + days * dayMs) };
}

/** 16 random bytes as hex, positive. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('hex');
}

async function keyText(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function readKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [bytes] = PemConverter.decode(pem);
  if (bytes === undefined) throw new Error('the key of the authority is no PEM');
  return webcrypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
}
