import type { Language } from '@sillage/contract';
import { formatNumber } from './format-number.ts';

/** `214 h 36`, `24 min`, `48 s`: how long many things take together. */
export function sayDuration(seconds: number, language: Language): string {
  const whole = Math.round(Math.max(0, seconds));
  if (whole < 60) return `${whole}\u00a0s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}\u00a0min`;
  const hours = formatNumber(Math.floor(minutes / 60), 0, language);
  return `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;
}
