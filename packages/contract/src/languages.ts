import { z } from 'zod';

/** The languages of the product, the first one where nothing says another. A further one is a name here, and its words. */
export const languages = ['fr', 'en'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/** A text of the shape in each language. */
export function inEachLanguage<S extends z.ZodType>(text: S): z.ZodObject<{ [L in Language]: S }> {
  const texts = Object.fromEntries(languages.map((language) => [language, text]));
  // Its keys are the languages, which `fromEntries` does not tell.
  return z.object(texts as { [L in Language]: S });
}
