import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, which people confuse. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const keyBits = 80;

/** `XXXX-XXXX-XXXX-XXXX`: 80 random bits, to be read and typed by people. */
export function makeRecoveryKey(): string {
  let bits = BigInt(`0x${randomBytes(keyBits / 8).toString('hex')}`);
  let text = '';
  for (let left = keyBits / 5; left > 0; left -= 1) {
    text += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return text.replace(/(.{4})(?!$)/g, '$1-');
}
