import { z } from 'zod';
import { Translated } from '../errors.ts';
import type { FieldRule } from '../rules.ts';
import { PathId } from './primitives.ts';

/** What parameters belong to; `General` has the one id 1. */
export const ParameterTable = z.enum(['General', 'User', 'Client', 'Sport', 'Sensor', 'Device']);
export type ParameterTable = z.infer<typeof ParameterTable>;

export const ParameterType = z.enum(['table', 'list', 'string', 'int', 'float', 'bool', 'json', 'color']);
/** `category::subcategory::name`; a single word such as `lang` is its own category. */
export const ParameterName = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(200, { error: 'maxLength' })
  .regex(/^[\w.-]+(::[\w.-]+){0,2}$/, { error: 'invalidFormat' });

/** A table is a list of `name=value`; a list has the chosen items; others are plain. */
export const ParameterValue = z.union([
  z.array(z.string().max(1000)).max(1000),
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.null(),
]);
export type ParameterValue = z.infer<typeof ParameterValue>;

const Description = z.object({
  display_name: Translated,
  hint: Translated,
  unit: z.string().max(50),
  /** What can be chosen, for a list. */
  items: z.array(z.object({ value: z.string().max(200), title: Translated })).max(1000),
  type: ParameterType,
  default: ParameterValue,
  multiple: z.boolean(),
  /** The user may reorder the elements. */
  order: z.boolean(),
  advanced: z.boolean(),
});
export const ParameterDescription = Description.partial()
  .required({ type: true })
  .superRefine((given, context) => {
    const broken = brokenRule(given.type, given.default ?? null);
    if (given.default !== undefined && broken) context.addIssue({ code: 'custom', message: broken, path: ['default'] });
  });
export type ParameterDescription = z.infer<typeof ParameterDescription>;

/** The rule that a value breaks for its type (specification §5), if any. */
export function brokenRule(
  type: z.infer<typeof ParameterType>,
  value: ParameterValue,
): 'listEmpty' | 'tableRow' | 'number' | 'integer' | 'json' | 'invalidFormat' | undefined {
  if (value === null) return undefined;
  switch (type) {
    case 'list':
      if (!Array.isArray(value)) return typeof value === 'string' && value !== '' ? undefined : 'listEmpty';
      return value.length === 0 ? 'listEmpty' : undefined;
    case 'table':
      if (!Array.isArray(value) || value.length === 0) return 'listEmpty';
      return value.every((row) => /^[^=]+=.+$/s.test(row)) ? undefined : 'tableRow';
    case 'int':
      return Number.isInteger(value) ? undefined : 'integer';
    case 'float':
      return typeof value === 'number' ? undefined : 'number';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'invalidFormat';
    case 'json':
      return typeof value === 'string' && parses(value) ? undefined : 'json';
    case 'string':
    case 'color':
      return typeof value === 'string' ? undefined : 'invalidFormat';
  }
}

/** The rule that a value breaks for its parameter, if any: of its type, of what can be chosen, and of how many. */
export function brokenParameterValue(
  of: Pick<Parameter, 'type' | 'items' | 'multiple'>,
  value: ParameterValue,
): FieldRule | undefined {
  const broken = brokenRule(of.type, value);
  if (broken !== undefined) return broken;
  // A number or a text may be left empty; there is no empty choice and no empty switch.
  if (value === null) return of.type === 'bool' ? 'invalidFormat' : isMany(of.type) ? 'listEmpty' : undefined;
  if (of.type !== 'list') return undefined;
  const chosen = Array.isArray(value) ? value : [String(value)];
  if (!of.multiple && chosen.length > 1) return 'tooMany';
  const known = new Set(of.items.map((item) => item.value));
  return known.size === 0 || chosen.every((one) => known.has(one)) ? undefined : 'unknown';
}

const isMany = (type: z.infer<typeof ParameterType>) => type === 'list' || type === 'table';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const Parameter = Description.extend({
  name: z.string(),
  /** Of its category and subcategory, as far as it has them. */
  titles: z.array(Translated),
  value: ParameterValue,
  /** Differs from the default. */
  modified: z.boolean(),
  modified_by: z.string().nullable(),
  modified_date: z.string().nullable(),
  /** Made by a person: may be deleted. Built-in ones may only be reset. */
  custom: z.boolean(),
});
export type Parameter = z.infer<typeof Parameter>;
/** By name. */
export const Parameters = z.record(z.string(), Parameter);
export const ParameterParams = z.object({ tableName: ParameterTable, id: PathId });
export const ParameterQuery = z.object({ cookie_name: ParameterName });
/** The value itself, or wrapped, as callers do. */
export const ParameterValueBody = z.union([
  z.object({ cookie_value: ParameterValue }).transform((b) => b.cookie_value),
  z.object({ value: ParameterValue }).transform((b) => b.value),
  ParameterValue,
]);
export const SpecificParams = z.object({ userId: PathId, sportId: PathId });
/** Values by name, merged: user over client over sport over built-in default. */
export const SpecificParameters = z.record(z.string(), ParameterValue);
