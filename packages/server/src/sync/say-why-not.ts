import { type Refusal, type RefusalCode, refusals, Translated } from '@sillage/contract';
import { z } from 'zod';

/** Whether this version knows what a code says. */
export const isCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

export const WhyParameters = z.record(z.string(), z.union([z.string(), z.number(), Translated]));
type WhyParameters = Readonly<z.infer<typeof WhyParameters>>;

/** The sentences of a reason that was kept by its code. */
export function sayWhyNot(code: string | null, parameters: WhyParameters = {}): Translated | null {
  if (code === null) return null;
  if (!isCode(code)) return { fr: code, en: code };
  const fill = (language: 'fr' | 'en') =>
    refusals[code][language].replace(/\{(\w+)\}/g, (hole, name: string) => {
      const given = parameters[name] ?? hole;
      return typeof given === 'object' ? given[language] : String(given);
    });
  return { fr: fill('fr'), en: fill('en') };
}

/** A reason as it is kept: its code, and what fills the holes of its sentence. */
export const whyNotOf = ({ code, parameters }: Refusal) => ({ code, parameters: WhyParameters.parse(parameters) });
