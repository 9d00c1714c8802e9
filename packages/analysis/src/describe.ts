import type { Frame, NumberParameter, Output } from './analysis.ts';

/** French, then English. */
type Words = readonly [fr: string, en: string];
const translated = ([fr, en]: Words) => ({ fr, en });

interface OutputMore {
  readonly better?: 'higher' | 'lower';
  readonly frame?: Frame;
}

/** An output in few words: its name, its unit, how it was found, one plain sentence, who says so. */
export function output(
  name: Words,
  unit: string,
  decimals: number,
  method: Words,
  about: Words,
  source: string,
  more: OutputMore = {},
): Output {
  return {
    name: translated(name),
    unit,
    decimals,
    method: translated(method),
    about: translated(about),
    source,
    ...more,
  };
}

/** An edge of its phases that somebody places, s of the recording: the event that stands there. */
export const edgeParameter = (event: string, name: Words) =>
  ({
    ...numberParameter(name, 's', null, [0, 1e6], 'by hand; found by the rule unless given'),
    edge: event,
  }) as const;

/** A number that an analysis can be told: its default, its bounds, who set the default. */
export function numberParameter<D extends number | null>(
  name: Words,
  unit: string,
  value: D,
  [least, most]: readonly [number, number],
  source: string,
): NumberParameter & { readonly default: D } {
  return { name: translated(name), unit, default: value, least, most, source };
}
