/** `mm:ss.SSS` with 0 to 3 decimals; hours come before when there are any. */
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
