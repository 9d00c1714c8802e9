import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Bytes of a key of AES-256. */
export const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const marker = 'sealed:v1:';
const sealedShape = /^sealed:v1:([0-9a-f]{8}):([\w-]+)$/;

/** Keeps secrets of other services unreadable for who has the database without the key. */
export interface Secrets {
  /** `sealed:v1:KEY:…`, by the newest key; `purpose` must be the same to open it. */
  seal(secret: string, purpose: string): string;
  /** The secret; undefined when its key is not here, or when it was changed. */
  open(sealed: string, purpose: string): string | undefined;
  /** Of the key that seals now: tells it from others, reveals nothing of it. */
  readonly keyId: string;
}

/** The key of a sealed secret; undefined for a text that is in clear. */
export function keyIdOf(text: string): string | undefined {
  return sealedShape.exec(text)?.[1];
}

/** AES-256-GCM; the first key seals, the others open what was sealed before. */
export function createSecrets(keys: readonly [Buffer, ...Buffer[]]): Secrets {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [newest] = keys;
  const keyId = idOf(newest);
  return {
    keyId,
    seal(secret, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${marker}${keyId}:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [, id = '', text = ''] = sealedShape.exec(sealed) ?? [];
      const [key, bytes] = [byId.get(id), Buffer.from(text, 'base64url')];
      if (key === undefined || bytes.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('sillage secrets').update(key).digest('hex').slice(0, 8);
}
