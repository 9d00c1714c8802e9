import type { Language } from '@sillage/contract';
import { formatNumber } from './format-number.ts';

const units = { fr: ['o', 'ko', 'Mo', 'Go', 'To'], en: ['B', 'kB', 'MB', 'GB', 'TB'] } as const;

/** `14,1 Mo`, `812 ko`: three figures at most. */
export function formatBytes(bytes: number, language: Language): string {
  const names = units[language];
  const power = bytes < 1000 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${formatNumber(value, power === 0 || value >= 100 ? 0 : 1, language)}\u00a0${names[power]}`;
}
