import { z } from 'zod';
import { inEachLanguage, type Language } from './languages.ts';
import { refusalsOfDevices } from './refusals/of-devices.ts';
import { refusalsOfFilesAndFormulas } from './refusals/of-files-and-formulas.ts';
import { refusalsOfHubAndCloud } from './refusals/of-hub-and-cloud.ts';
import { refusalsOfRecords } from './refusals/of-records.ts';
import { refusalsOfTheServer } from './refusals/of-the-server.ts';

export { sessionRequired } from './refusals/session-required.ts';

/** A text in every language of the product. */
export const Translated = inEachLanguage(z.string());
export type Translated = z.infer<typeof Translated>;

/** Body of every answer whose status is 4xx or 5xx. `fields` maps a field's path to the code of the rule it breaks. */
export const ErrorBody = z.object({
  code: z.string(),
  message: Translated,
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * Every expected "no" of the product: stable code → HTTP status and sentence in both languages.
 * `{name}` in a sentence is replaced by the refusal's parameter of that name.
 */
export const refusals = {
  ...refusalsOfRecords,
  ...refusalsOfFilesAndFormulas,
  ...refusalsOfDevices,
  ...refusalsOfHubAndCloud,
  ...refusalsOfTheServer,
};

export type RefusalCode = keyof typeof refusals;

/** What stands in the holes of a sentence; an amount with its unit is said in both languages. */
type Parameters = Readonly<Record<string, string | number | Translated>>;

/** An expected "no", returned as a value by handlers and services. */
export class Refusal {
  readonly code: RefusalCode;
  readonly parameters: Parameters;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(code: RefusalCode, parameters: Parameters = {}, fields?: Readonly<Record<string, string>>) {
    this.code = code;
    this.parameters = parameters;
    this.fields = fields;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  /** The wire form, sentences filled in. */
  body(): ErrorBody {
    const { fr, en } = refusals[this.code];
    const message = { fr: fill('fr', fr, this.parameters), en: fill('en', en, this.parameters) };
    return this.fields ? { code: this.code, message, fields: { ...this.fields } } : { code: this.code, message };
  }
}

export function refuse(code: RefusalCode, parameters?: Parameters, fields?: Readonly<Record<string, string>>): Refusal {
  return new Refusal(code, parameters, fields);
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

function fill(language: Language, sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const given = parameters[name] ?? hole;
    return typeof given === 'object' ? given[language] : String(given);
  });
}
