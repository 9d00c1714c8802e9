import {
  NewParameterDescription,
  NewParameterName,
  numberFromText,
  type ParameterType,
  type ParameterValue,
} from '@sillage/contract';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** The description of a parameter as it is typed. */
export interface DescriptionFields {
  name: string;
  /** What it is called, in each language. */
  fr: string;
  en: string;
  /** What it does, in each language. */
  hintFr: string;
  hintEn: string;
  type: z.infer<typeof ParameterType>;
  unit: string;
  /** Items of a list, one a line: `value` or `value=title`. */
  items: string;
  /** The default; rows and items one a line. */
  initial: string;
  multiple: boolean;
  order: boolean;
  advanced: boolean;
}

export const emptyDescription: DescriptionFields = {
  name: '',
  fr: '',
  en: '',
  hintFr: '',
  hintEn: '',
  type: 'float',
  unit: '',
  items: '',
  initial: '',
  multiple: false,
  order: false,
  advanced: false,
};

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const yes = new Set(['true', 'oui', 'yes', '1']);
const no = new Set(['false', 'non', 'no', '0']);

/** The typed default as a value of its type; text that is none of it stays text, which the schema refuses. */
export function defaultOf({ type, initial, multiple }: DescriptionFields): ParameterValue {
  const text = initial.trim();
  switch (type) {
    case 'int':
    case 'float':
      return text === '' ? null : (numberFromText(text, type) ?? text);
    case 'bool':
      if (text === '' || no.has(text.toLowerCase())) return false;
      return yes.has(text.toLowerCase()) ? true : text;
    case 'table':
      return linesOf(initial).map((line) => line.replace(/\s*=\s*/, '='));
    case 'list':
      return multiple ? linesOf(initial) : (linesOf(initial)[0] ?? null);
    default:
      return text === '' ? null : text;
  }
}

/** The description as the server takes it. */
export function descriptionOf(fields: DescriptionFields): z.input<typeof NewParameterDescription> {
  const { type, unit, multiple, order, advanced } = fields;
  const key = fields.name.trim().split('::').at(-1) ?? '';
  const fr = fields.fr.trim() || fields.en.trim() || key;
  const hintFr = fields.hintFr.trim() || fields.hintEn.trim();
  return {
    display_name: { fr, en: fields.en.trim() || fr },
    hint: { fr: hintFr, en: fields.hintEn.trim() || hintFr },
    unit: unit.trim(),
    items: type === 'list' ? linesOf(fields.items).map(itemOf) : [],
    type,
    default: defaultOf(fields),
    multiple: type === 'list' && multiple,
    order: (type === 'list' || type === 'table') && order,
    advanced,
  };
}

function itemOf(line: string) {
  const at = line.indexOf('=');
  const value = (at < 0 ? line : line.slice(0, at)).trim();
  const title = at < 0 ? value : line.slice(at + 1).trim();
  return { value, title: { fr: title, en: title } };
}

/** Field of the form that a part of the description is typed in. */
const typedIn: Readonly<Record<string, keyof DescriptionFields>> = {
  default: 'initial',
  items: 'items',
  unit: 'unit',
  display_name: 'fr',
  hint: 'hintFr',
};

/** Judged by the endpoint's own schemas. */
export const judgeDescription: Resolver<DescriptionFields> = async (values) => {
  const errors: FieldErrors<DescriptionFields> = {};
  const name = NewParameterName.safeParse(values.name);
  const body = NewParameterDescription.safeParse(descriptionOf(values));
  for (const issue of name.error?.issues ?? []) errors.name ??= { type: 'own', message: issue.message };
  for (const issue of body.error?.issues ?? []) {
    const field = typedIn[String(issue.path[0])] ?? 'initial';
    errors[field] ??= { type: 'own', message: issue.message };
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
