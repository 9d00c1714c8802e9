import { z } from 'zod';
import { type FieldRule, fieldRules, isFieldRule } from './field-rules.ts';
import { limits } from './limits.ts';

/** The rule that a value breaks first of a schema, if any. */
export function brokenRuleOf(schema: z.ZodType, value: unknown): FieldRule | undefined {
  const message = schema.safeParse(value).error?.issues[0]?.message;
  if (message === undefined) return undefined;
  return isFieldRule(message) ? message : 'invalidFormat';
}

const rule = (error: FieldRule) => ({ error });

// Whatever its schema: of a field that is not there and gives no code of its own, every parse of the program says so.
z.config({ customError: ({ input }) => (input === undefined ? ('required' satisfies FieldRule) : undefined) });

/** A text that must be there; what is there and none is not said to be missing. */
export const givenText = () =>
  z.string({
    error: ({ input }): FieldRule => (input === undefined || input === null ? 'required' : 'invalidFormat'),
  });

/** The rule that a stretch breaks which does not end after it begins. */
export function brokenOrder(start: number, end: number): FieldRule | undefined {
  if (end > start) return undefined;
  return end === start ? 'equalBounds' : 'range';
}

/** Refuses, at the field of the end, a stretch that does not end after it begins; from 0, or without an end, where that is not given. */
export function endsAfter<S extends string, E extends string>(start: S, end: E) {
  return (given: { readonly [K in S | E]?: number | undefined }, context: z.RefinementCtx): void => {
    const message = brokenOrder(given[start] ?? 0, given[end] ?? Number.POSITIVE_INFINITY);
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: [end] });
  };
}

/** A one-line text: trimmed, not empty, no control character. */
export function line(max = 200) {
  return lineOrNone(max).min(1, rule('required'));
}

/** One line of text, or none. */
export function lineOrNone(max = 200) {
  return givenText()
    .trim()
    .max(max, rule('maxLength'))
    .regex(/^\P{Cc}*$/u, rule('excludedCharacter'));
}

/** Free text of several lines; may be empty. */
export const LongText = z
  .string(rule('invalidFormat'))
  .max(5000, rule('maxLength'))
  .refine((text) => !text.includes('\0'), rule('excludedCharacter'));

export const Mail = givenText()
  .trim()
  .min(1, rule('required'))
  .max(254, rule('maxLength'))
  .pipe(z.email(rule('email')));

/** A new password. Existing ones are not judged at login. */
export const NewPassword = givenText()
  .min(1, rule('required'))
  .max(1000, rule('maxLength'))
  .refine((text) => passwordParts(text).every(({ met }) => met), rule('password'))
  .describe(fieldRules.password.en);

/** What a new password needs, and whether it has it: the form ticks them off. */
export function passwordParts(
  password: string,
): { part: 'length' | 'capital' | 'lowercase' | 'number' | 'symbol'; met: boolean }[] {
  return [
    { part: 'length', met: password.length >= limits.passwordLength },
    { part: 'capital', met: /\p{Lu}/u.test(password) },
    { part: 'lowercase', met: /\p{Ll}/u.test(password) },
    { part: 'number', met: /\p{Nd}/u.test(password) },
    { part: 'symbol', met: /[^\p{L}\p{N}\s]/u.test(password) },
  ];
}

export const PositiveNumber = z.number(rule('number')).min(0, rule('positive'));
export const FrequencyHz = z
  .int(rule('frequency'))
  .min(0, rule('frequency'))
  .max(limits.maxFrequencyHz, rule('frequency'));
/** Of samples that were taken: never 0. */
export const SampleRateHz = FrequencyHz.min(1, rule('frequency'));
/** At which a file was sampled, that does not say it: a clock of its own need not tick in whole Hz. */
export const FileRateHz = z
  .number(rule('frequency'))
  .positive(rule('frequency'))
  .max(limits.maxFrequencyHz, rule('frequency'));
/** A frequency that a filter cuts off at: need not be whole. */
export const CutoffHz = z
  .number(rule('frequency'))
  .min(0, rule('frequency'))
  .max(limits.maxFrequencyHz, rule('frequency'));
/** What a device's measurements are corrected with. */
export const CalibrationType = z.enum(
  ['calib_acc_gyro', 'calib_gyro', 'calib_offset', 'invert_acc_x', 'initial_calib', 'no_calib', 'custom_calib'],
  rule('calibration'),
);
export type CalibrationType = z.infer<typeof CalibrationType>;
/** The "4 digits" that people type of a device's number. */
export const DeviceSerial = z
  .int(rule('deviceSerial'))
  .min(0, rule('deviceSerial'))
  .max(limits.maxDeviceSerial, rule('deviceSerial'));

/** JSON as text, 200,000 characters at most; the text is kept as it was typed. */
export const JsonText = z.string(rule('json')).max(200_000, rule('maxLength')).refine(isJson, rule('json'));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Seconds of a time as people type it: a chrono `mm:ss.SSS`, or `mm:ss`, or with hours before; undefined when it is none. */
export function parseChrono(text: string): number | undefined {
  const found = /^(?:(\d{1,3}):)?(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (found === null) return undefined;
  const [, hours, minutes, seconds, decimals = ''] = found;
  if (hours !== undefined && Number(minutes) > 59) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(decimals.padEnd(3, '0')) / 1000;
}

/** A time as text, in s. */
export const ChronoText = z
  .string(rule('chrono'))
  .max(20, rule('chrono'))
  .transform((text, context) => {
    const seconds = parseChrono(text);
    if (seconds !== undefined) return seconds;
    context.addIssue({ code: 'custom', message: 'chrono' satisfies FieldRule });
    return z.NEVER;
  });

/** A time zone: a name that the runtime knows, such as `Europe/Paris`, in any spelling, or an offset such as `+02:00`. */
export const Timezone = z.string(rule('unknown')).max(100, rule('unknown')).refine(isTimezone, rule('unknown'));

/** Those met so far: judging one costs 50 µs and 30 KB. As many as there are zones, and offsets to the minute. */
const knownTimezones = new Set<string>();

function isTimezone(name: string): boolean {
  const key = name.toLowerCase();
  if (knownTimezones.has(key)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    knownTimezones.add(key);
    return true;
  } catch {
    return false;
  }
}

/** A version such as `6.5.0` or `v6.5.0`. */
export const VersionText = z
  .string(rule('version'))
  .trim()
  .max(50, rule('version'))
  .regex(/^v?\d+(\.\d+){0,3}([-+][\w.-]+)?$/, rule('version'));

/** Text of a number field: unparseable becomes null. */
export function numberFromText(text: string, kind: 'int' | 'float'): number | null {
  const plain = text.trim().replace(/\s/g, '').replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return !Number.isFinite(value) || (kind === 'int' && !Number.isInteger(value)) ? null : value;
}

export function hasExtension(filename: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => filename.toLowerCase().endsWith(extension));
}
/** File names that each kind of upload takes. */
export const uploadExtensions = {
  logo: ['.png', '.jpg', '.jpeg'],
  firmware: ['.bin'],
  compiledScenario: ['.txt', '.py'],
} as const;
