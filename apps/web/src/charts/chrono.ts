/** `mm:ss.SSS` with 0 to 3 decimals; hours come before when there are any (specification §5). */
export function formatChrono(seconds: number, decimals = 3): string {
  const unit = 10 ** decimals;
  const total = Math.round(Math.max(0, seconds) * unit);
  const whole = Math.floor(total / unit);
  const hours = Math.floor(whole / 3600);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  if (hours > 0) parts.unshift(String(hours));
  const rest = decimals === 0 ? '' : `.${String(total % unit).padStart(decimals, '0')}`;
  return parts.join(':') + rest;
}

/** Seconds of a `mm:ss`, `mm:ss.SSS` or `hh:mm:ss` text; undefined when it is none of them. */
export function parseChrono(text: string): number | undefined {
  const found = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d(?:[.,]\d{1,6})?)$/.exec(text.trim());
  if (found === null) return undefined;
  const minutes = Number(found[2]);
  if (found[1] !== undefined && minutes > 59) return undefined;
  return Number(found[1] ?? 0) * 3600 + minutes * 60 + Number((found[3] ?? '').replace(',', '.'));
}
