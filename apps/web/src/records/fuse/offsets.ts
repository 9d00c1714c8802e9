import { type FusionProposal, type Language, limits } from '@sillage/contract';
import { formatNumber } from '../../ui/format-number.ts';
import { readTypedNumber } from '../../ui/typed-number.ts';

/** Decimals of s that clocks are told apart by. */
const offsetDecimals = 3;

/** `+0,942`. */
export function offsetText(seconds: number, language: Language): string {
  return `${seconds > 0 ? '+' : ''}${formatNumber(seconds, offsetDecimals, language)}`;
}

/** What somebody typed, with a comma or a point; undefined when it is no time that two records may begin apart. */
export function readOffset(text: string): number | undefined {
  const seconds = readTypedNumber(text);
  return seconds !== undefined && Math.abs(seconds) <= limits.fusionSeconds ? seconds : undefined;
}

type Part = FusionProposal['parts'][number];

/** s that each record begins after the first: as typed, else as found; undefined where neither says it. */
export function offsetsOf(
  ids: readonly number[],
  typed: ReadonlyMap<number, string>,
  parts: readonly Part[] | undefined,
): (number | undefined)[] {
  return ids.map((id, place) => {
    if (place === 0) return 0;
    const text = typed.get(id);
    if (text !== undefined) return readOffset(text);
    return parts?.find((part) => part.record_id === id)?.offset ?? undefined;
  });
}

/** Whether an offset is sure, has to be looked at, or is nobody's word yet. */
export type Trust = 'sure' | 'check' | 'doubtful';

export function trustOf(confidence: number): Trust {
  if (confidence >= 0.9) return 'sure';
  return confidence >= limits.fusionConfidence ? 'check' : 'doubtful';
}
