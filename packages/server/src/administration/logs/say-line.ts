import type { LogLine, Tallied, Translated } from '@sillage/contract';
import { deviceDisplayName } from '@sillage/domain';
import { z } from 'zod';
import { type LogSentence, logWords, tallyWords, valueWords } from '../../platform/log/index.ts';

type Language = keyof Translated;
type Fields = LogLine['fields'];

const About = z.object({
  device: z.int().min(0).catch(-1),
  deviceName: z.string().max(200).optional().catch(undefined),
  athletes: z.array(z.string().max(200)).max(50).catch([]),
});
const Most = z
  .array(z.object({ device: z.int().nullable(), times: z.int() }))
  .max(10)
  .catch([]);
const no = { fr: 'n°', en: 'no.' } as const;
const someDevice = { fr: 'un capteur', en: 'a device' } as const;
const sentenceOfCode = new Map<string, LogSentence>(sentences().map((sentence) => [logWords[sentence].code, sentence]));

function sentences(): LogSentence[] {
  return Object.keys(logWords).filter(isSentence);
}

function isSentence(text: string): text is LogSentence {
  return Object.hasOwn(logWords, text);
}

/**
 * A line in both languages, with its device and its athletes by name. Of one that another program wrote, or that was
 * quoted, the words are its own; one from before there were codes is known by its sentence.
 */
export function sayLine(message: string, fields: Fields): { code: string | null; text: Translated } {
  const known = typeof fields.code === 'string' ? sentenceOfCode.get(fields.code) : undefined;
  const sentence = known ?? (isSentence(message) ? message : undefined);
  if (sentence === undefined) return { code: null, text: { fr: message, en: message } };
  const { code, fr, en } = logWords[sentence];
  return { code, text: { fr: capital(fill(fr, fields, 'fr')), en: capital(fill(en, fields, 'en')) } };
}

function fill(template: string, fields: Fields, language: Language): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'device') return nameDevice(fields) ?? someDevice[language];
    if (name === 'record') return nameRecord(fields, !template.includes('{device}'), language);
    if (name === 'most') return mostOf(fields, language);
    return sayValue(fields[name], language);
  });
}

/** `Mini 0015 (Camille Le Goff)` */
function nameDevice(fields: Fields): string | undefined {
  const { device, deviceName, athletes } = About.parse(fields);
  const name = deviceName || (device < 0 ? undefined : deviceDisplayName(device));
  return name === undefined || athletes.length === 0 ? name : `${name} (${athletes.join(', ')})`;
}

function nameRecord(fields: Fields, withDevice: boolean, language: Language): string {
  const name = `${no[language]} ${sayValue(fields.record ?? fields.recordId, language)}`;
  const device = withDevice ? nameDevice(fields) : undefined;
  return device === undefined ? name : `${name}, ${device}`;
}

/** The devices that had most of what was counted. */
function mostOf(fields: Fields, language: Language): string {
  const devices = Most.parse(fields.most).filter(({ device }) => device !== null);
  if (devices.length === 0) return '';
  const named = devices.map(({ device, times }) => `${nameDevice({ device }) ?? someDevice[language]} ${times}`);
  return ` (${named.join(', ')})`;
}

function sayValue(value: unknown, language: Language): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '?';
  if (isTallied(value)) return tallyWords[value][language];
  return Object.hasOwn(valueWords, value) ? (valueWords[value]?.[language] ?? value) : value;
}

function isTallied(value: string): value is Tallied {
  return Object.hasOwn(tallyWords, value);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
