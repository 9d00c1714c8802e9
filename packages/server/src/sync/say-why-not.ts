import { type Refusal, type RefusalCode, refusals, type Translated } from '@sillage/contract';

/** Whether this version knows what a code says. */
export const isCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

/** The sentences of a reason that was kept by its code. */
export function sayWhyNot(
  code: string | null,
  parameters: Readonly<Record<string, string | number>> = {},
): Translated | null {
  if (code === null) return null;
  if (!isCode(code)) return { fr: code, en: code };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (hole, name: string) => String(parameters[name] ?? hole));
  return { fr: fill(refusals[code].fr), en: fill(refusals[code].en) };
}

/** A reason as it is kept: its code, and what fills the holes of its sentence. */
export function whyNotOf({ code, parameters }: Refusal) {
  const texts = Object.entries(parameters).filter(([, value]) => typeof value !== 'object');
  return { code, parameters: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])) };
}
