/** `100 Hz`, in four figures at most. */
export function formatRate(rateHz: number, language: string): string {
  return `${new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(rateHz)}\u00a0Hz`;
}
