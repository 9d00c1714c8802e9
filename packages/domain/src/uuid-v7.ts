/**
 * A UUIDv7 (RFC 9562): 48 bits of time, so that ids sort by age, then random bits.
 * @param random at least 10 bytes of good randomness
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const hex = [...random.subarray(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
}
