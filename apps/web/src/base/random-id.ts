/** 128 bits, as many as a UUID's: `crypto.randomUUID` is only there on secure pages, which a hub's are not. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
