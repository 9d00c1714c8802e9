import { type Language, limits } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';
import { readTypedNumber, typedNumber } from '../../../ui/typed-number.ts';

const offsetDecimals = 3;

/** `−0,060`: s after the start of the record at which its film begins. */
export function sayOffset(seconds: number, language: Language): string {
  return formatNumber(seconds, offsetDecimals, language);
}

/** The same for its field. */
export function typedOffset(seconds: number, language: Language): string {
  return typedNumber(seconds, offsetDecimals, language);
}

/** To the ms, as it is written. */
export function toMilliseconds(seconds: number): number {
  const held = Math.min(limits.videoOffsetSeconds, Math.max(-limits.videoOffsetSeconds, seconds));
  return Math.round(held * 1000) / 1000;
}

/** What somebody typed, with a comma or a point; undefined when it is no offset. */
export function readFilmOffset(text: string): number | undefined {
  const seconds = readTypedNumber(text);
  return seconds !== undefined && Math.abs(seconds) <= limits.videoOffsetSeconds ? seconds : undefined;
}
