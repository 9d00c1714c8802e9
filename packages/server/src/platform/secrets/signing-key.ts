import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, syncFolder } from '../files/index.ts';

/** Signs what programs elsewhere trust because it is signed. */
export interface SigningKey {
  /** Ed25519, 32 bytes as base64. */
  readonly publicKey: string;
  /** 64 bytes as base64. */
  sign(bytes: Uint8Array): string;
}

/** The Ed25519 key in a file (PKCS #8, PEM) that only its owner reads; made at the first start. A file without a key throws. */
export async function openSigningKey(file: string): Promise<SigningKey> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  // A new key in the place of one that cannot be read would lock out every device that trusts the first.
  const key = text === undefined ? await makeKey(file) : createPrivateKey(text);
  if (text !== undefined) await chmod(file, 0o600).catch(() => {}); // some file systems know no rights
  const raw = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  return {
    publicKey: Buffer.from(raw, 'base64url').toString('base64'),
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  };
}

/** Whether an Ed25519 signature of these bytes is by this key; both as base64. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

async function makeKey(path: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
  return privateKey;
}
