/** The code that a phone was shown, `/device#CODE`; it stays in the address, so that a page that is opened again by its bookmark has it. */
export function takeCode(): string | undefined {
  const code = location.hash.slice(1);
  return /^[\w:-]{20,400}$/.test(code) ? code : undefined;
}
