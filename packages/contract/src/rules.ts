import { z } from 'zod';
import type { Translated } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Every rule that a field may break: its code, as `fields` of an error body carries it, and the
 * sentence that forms show. The same schema refuses at the endpoint and in the form.
 */
export const fieldRules = {
  required: { fr: 'Obligatoire', en: 'Required' },
  email: {
    fr: 'E-mail invalide. Exemple\u00a0: prenom.nom@club.fr',
    en: 'Invalid Email. Example: first.last@club.org',
  },
  positive: { fr: 'Nombre positif ou nul attendu', en: 'Expected a number of 0 or more' },
  number: { fr: 'Nombre attendu', en: 'Numbers only' },
  integer: { fr: 'Nombre entier attendu', en: 'Integers only' },
  frequency: { fr: 'Fréquence invalide, 5 000 au plus', en: 'Invalid frequency, 5,000 at most' },
  calibration: {
    fr: 'Type de calibration inconnu. Attendu\u00a0: calib_acc_gyro, calib_gyro, calib_offset, invert_acc_x, initial_calib, no_calib ou custom_calib',
    en: 'Unknown type of calibration. Expected: calib_acc_gyro, calib_gyro, calib_offset, invert_acc_x, initial_calib, no_calib or custom_calib',
  },
  safeInteger: {
    fr: 'Nombre entier trop grand pour être gardé tel quel',
    en: 'Integer too large to be kept as it is',
  },
  lineWidth: { fr: 'Nombre de 1 à 4 attendu', en: 'Expected a number from 1 to 4' },
  decimals: { fr: 'Nombre entier de 0 à 10 attendu', en: 'Expected an integer from 0 to 10' },
  atLeastOne: { fr: 'Nombre de 1 ou plus attendu', en: 'Expected a number of 1 or more' },
  deviceSerial: { fr: 'Numéro de 0 à 9999, 4 chiffres au plus', en: 'Number from 0 to 9999, 4 digits at most' },
  deviceNumber: { fr: 'Numéro de capteur invalide', en: 'Invalid device number' },
  password: {
    fr: '8 caractères au moins, dont une majuscule, une minuscule, un chiffre et un symbole',
    en: 'At least 8 characters, with one capital, one lowercase, one number and one symbol',
  },
  mismatch: { fr: 'Les mots de passe ne correspondent pas', en: 'Passwords do not match' },
  wrongPassword: { fr: 'Le mot de passe actuel est incorrect', en: 'The current password is wrong' },
  ownMail: {
    fr: 'Changez votre propre e-mail dans Mon compte, avec votre mot de passe',
    en: 'Change your own email in My account, with your password',
  },
  json: { fr: 'Format JSON invalide', en: 'Invalid json format' },
  chrono: {
    fr: 'Format attendu\u00a0: mm:ss.SSS, mm:ss ou hh:mm:ss',
    en: 'Expected format: mm:ss.SSS, mm:ss or hh:mm:ss',
  },
  listEmpty: { fr: 'Ajoutez au moins un élément', en: 'Add at least one element' },
  tableRow: { fr: 'Chaque ligne a la forme nom=valeur', en: 'Each line has the form name=value' },
  logo: { fr: 'Image PNG ou JPEG attendue', en: 'Expected a PNG or JPEG image' },
  firmware: { fr: 'Fichier .bin attendu', en: 'Expected a .bin file' },
  uppercase: { fr: 'Majuscules uniquement', en: 'Uppercase only' },
  maxLength: { fr: 'Trop long', en: 'Too long' },
  minLength: { fr: 'Trop court', en: 'Too short' },
  strictLength: { fr: 'Longueur incorrecte', en: 'Wrong length' },
  excludedCharacter: { fr: 'Caractère interdit', en: 'Forbidden character' },
  chooseOne: { fr: 'Choisissez au moins un élément', en: 'Choose at least one' },
  invalidFormat: { fr: 'Format invalide', en: 'Invalid format' },
  unknown: { fr: 'Inconnu, ou hors de votre portée', en: 'Unknown, or out of your reach' },
  taken: { fr: 'Déjà utilisé', en: 'Already in use' },
  forbidden: { fr: 'Votre rôle ne permet pas ce choix', en: 'Your role does not allow this' },
  fixed: { fr: 'Ne peut pas être modifié', en: 'Cannot be changed' },
  mapTiles: {
    fr: 'Adresse attendue, avec {z}, {x} et {y}',
    en: 'Expected an address with {z}, {x} and {y}',
  },
  setByVariable: {
    fr: 'Fixé par une variable d’environnement du serveur',
    en: 'Set by a variable of the server’s environment',
  },
  version: { fr: 'Version attendue\u00a0: 1.2.3', en: 'Expected a version: 1.2.3' },
  templateHole: {
    fr: 'Chaque {nom} doit être l’un des paramètres',
    en: 'Each {name} must be one of the parameters',
  },
  url: {
    fr: 'Adresse invalide. Exemple\u00a0: https://cloud.club.fr',
    en: 'Invalid address. Example: https://cloud.club.org',
  },
  date: { fr: 'Date invalide', en: 'Invalid date' },
  range: { fr: 'La fin précède le début', en: 'The end is before the start' },
  afterEnd: { fr: 'Au-delà de la fin de l’enregistrement', en: 'After the end of the record' },
  outside: { fr: 'Hors de la fenêtre choisie', en: 'Outside the chosen window' },
  parameter: { fr: 'Paramètre inconnu, ou hors de ses bornes', en: 'Unknown parameter, or out of its bounds' },
  notZero: { fr: 'Nombre autre que 0 attendu', en: 'Expected a number other than 0' },
  drift: { fr: 'De −10 000 à 10 000 ppm', en: 'From −10,000 to 10,000 ppm' },
  gravity: { fr: 'De 9,7 à 9,9 m/s²', en: 'From 9.7 to 9.9 m/s²' },
  gain: {
    fr: 'Nombre de 1e-9 à 1e30 attendu, positif ou négatif',
    en: 'Expected a number from 1e-9 to 1e30, positive or negative',
  },
  amount: { fr: 'Nombre de −1e30 à 1e30 attendu', en: 'Expected a number from −1e30 to 1e30' },
  noLoad: { fr: 'Ni force, ni couple, ni pression', en: 'No force, torque or pressure' },
  tooMany: { fr: 'Trop d’éléments', en: 'Too many elements' },
  twice: { fr: 'Deux fois le même', en: 'The same twice' },
  either: { fr: 'L’un ou l’autre, pas les deux', en: 'One or the other, not both' },
  unavailable: { fr: 'Pas encore disponible', en: 'Not available yet' },
} as const satisfies Record<string, Translated>;

export type FieldRule = keyof typeof fieldRules;

/** Codes of the validation library, where a schema gives none of its own. */
export const libraryCodes = {
  invalid_type: { fr: 'D’une autre sorte qu’attendu', en: 'Of another kind than expected' },
  invalid_value: { fr: 'Aucun des choix possibles', en: 'None of the choices' },
  invalid_union: { fr: 'D’aucune des formes possibles', en: 'None of the forms it may have' },
  too_big: { fr: 'Trop long ou trop grand', en: 'Too long or too large' },
  too_small: { fr: 'Trop court ou trop petit', en: 'Too short or too small' },
} as const satisfies Record<string, Translated>;

/** The sentence of a field's code. */
export function fieldSentence(code: string): Translated {
  if (isFieldRule(code)) return fieldRules[code];
  return isLibraryCode(code) ? libraryCodes[code] : fieldRules.invalidFormat;
}

/** Other codes of the library say nothing that `invalidFormat` does not. */
export function isLibraryCode(code: string): code is keyof typeof libraryCodes {
  return Object.hasOwn(libraryCodes, code);
}

function isFieldRule(code: string): code is FieldRule {
  return Object.hasOwn(fieldRules, code);
}

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
} as const;
