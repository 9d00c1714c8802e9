import { z } from 'zod';
import { Translated } from '../errors.ts';
import { May } from '../field-rights.ts';
import type { FieldRule } from '../field-rules.ts';
import { inEachLanguage } from '../languages.ts';
import { limits } from '../limits.ts';
import { brokenRuleOf, CutoffHz, FrequencyHz, givenText, PositiveNumber } from '../rules.ts';
import { computedCategory } from './computed.ts';
import { Id, PathId, Quantity } from './primitives.ts';

/** What parameters belong to; `General` has the one id 1. */
export const ParameterTable = z.enum(['General', 'User', 'Client', 'Sport', 'Sensor', 'Device']);
export type ParameterTable = z.infer<typeof ParameterTable>;

export const ParameterType = z.enum(['table', 'list', 'string', 'int', 'float', 'bool', 'json', 'color']);
/** `category::subcategory::name`; a single word such as `lang` is its own category. */
export const ParameterName = givenText()
  .trim()
  .min(1, { error: 'required' })
  .max(200, { error: 'maxLength' })
  .regex(/^[\w.-]+(::[\w.-]+){0,2}$/, { error: 'invalidFormat' });
/** Of a parameter that a person adds: all three words. */
export const NewParameterName = ParameterName.regex(/^[^:]+::[^:]+::[^:]+$/, { error: 'invalidFormat' });

/** Category of parameters that keep a view of records under a name: a person's, or shared in a club. */
export const viewPresetCategory = 'view_presets';
/** Whether a parameter keeps a view or a computed channel: the staff of a club shares those, too, not only its managers. */
export function isSharedByStaff(name: string): boolean {
  return [viewPresetCategory, computedCategory].some((category) => name.startsWith(`${category}::`));
}

/** Rules that a number may have besides its type: name → what judges the value. */
const numberRules = {
  frequency: FrequencyHz,
  cutoff: CutoffHz,
  positive: PositiveNumber,
  atLeastOne: z.number().min(1, { error: 'atLeastOne' }),
  /** px */
  lineWidth: z.number().min(1, { error: 'lineWidth' }).max(4, { error: 'lineWidth' }),
  decimals: z.int({ error: 'decimals' }).min(0, { error: 'decimals' }).max(10, { error: 'decimals' }),
} as const satisfies Record<string, z.ZodType>;
export const ParameterRule = z.enum(['frequency', 'cutoff', 'positive', 'atLeastOne', 'lineWidth', 'decimals']);

/** Lists of them are answered whole. */
const isShort = (value: unknown) => JSON.stringify(value).length <= limits.parameterCharacters;

/** A table is a list of `name=value`; a list has the chosen items; others are plain. */
export const ParameterValue = z.union([
  z.array(z.string().max(1000)).max(1000).refine(isShort, { error: 'maxLength' }),
  z.string().max(20_000),
  Quantity,
  z.boolean(),
  z.null(),
]);
export type ParameterValue = z.infer<typeof ParameterValue>;

const Words = inEachLanguage(z.string().max(20_000));

const Description = z.object({
  display_name: Words,
  hint: Words,
  unit: z.string().max(50),
  /** What can be chosen, for a list. */
  items: z.array(z.object({ value: z.string().max(200), title: Words })).max(1000),
  type: ParameterType,
  default: ParameterValue,
  multiple: z.boolean(),
  /** The user may reorder the elements. */
  order: z.boolean(),
  advanced: z.boolean(),
  /** What a number must keep to besides its type. */
  rule: ParameterRule.nullable(),
});
/** As it is kept: rules that came later do not make what is there unreadable. */
export const ParameterDescription = Description.partial().required({ type: true });
export type ParameterDescription = z.infer<typeof ParameterDescription>;
/** Of a parameter that a person adds: its default is a value that it takes. */
export const NewParameterDescription = ParameterDescription.superRefine((given, context) => {
  const { type, items = [], multiple = false, rule = null, default: value = null } = given;
  if (!isShort(given)) context.addIssue({ code: 'custom', message: 'maxLength', path: ['items'] });
  if (rule !== null && type !== 'int' && type !== 'float') {
    context.addIssue({ code: 'custom', message: 'invalidFormat', path: ['rule'] });
  }
  const broken = value === null ? undefined : brokenParameterValue({ type, items, multiple, rule }, value);
  if (broken !== undefined) context.addIssue({ code: 'custom', message: broken, path: ['default'] });
});

/** The rule that a value breaks for its type, if any. */
export function brokenRule(
  type: z.infer<typeof ParameterType>,
  value: ParameterValue,
): 'listEmpty' | 'tableRow' | 'number' | 'integer' | 'safeInteger' | 'json' | 'invalidFormat' | undefined {
  if (value === null) return undefined;
  switch (type) {
    case 'list':
      if (!Array.isArray(value)) return typeof value === 'string' && value !== '' ? undefined : 'listEmpty';
      return value.length === 0 ? 'listEmpty' : undefined;
    case 'table':
      if (!Array.isArray(value) || value.length === 0) return 'listEmpty';
      return value.every((row) => /^[^=]+=.+$/s.test(row)) ? undefined : 'tableRow';
    case 'int':
      if (!Number.isInteger(value)) return 'integer';
      return Number.isSafeInteger(value) ? undefined : 'safeInteger';
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

/** The rule that a value breaks for its parameter, if any: of its type, its own, of what can be chosen, and of how many. */
export function brokenParameterValue(
  of: Pick<Parameter, 'type' | 'items' | 'multiple' | 'rule'>,
  value: ParameterValue,
): FieldRule | undefined {
  const broken = brokenRule(of.type, value);
  if (broken !== undefined) return broken;
  // A number or a text may be left empty; there is no empty choice and no empty switch.
  if (value === null) return of.type === 'bool' ? 'invalidFormat' : isMany(of.type) ? 'listEmpty' : undefined;
  if (of.rule !== null) return brokenRuleOf(numberRules[of.rule], value);
  if (of.type !== 'list' && of.type !== 'string') return undefined;
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
  /** Who added it; null of a built-in one, and where nobody knows. */
  added_by: z.string().nullable(),
  /** Made by a person: may be deleted. Built-in ones may only be reset. */
  custom: z.boolean(),
  may: May,
});
export type Parameter = z.infer<typeof Parameter>;
/** By name. */
export const Parameters = z.record(z.string(), Parameter);
export const ParameterParams = z.object({ tableName: ParameterTable, id: PathId });
export const ParameterQuery = z.object({ cookie_name: ParameterName });
export const NewParameterQuery = z.object({ cookie_name: NewParameterName });
/** The value itself, or wrapped, as callers do. */
export const ParameterValueBody = z.union([
  z.object({ cookie_value: ParameterValue }).transform((b) => b.cookie_value),
  z.object({ value: ParameterValue }).transform((b) => b.value),
  ParameterValue,
]);
/** Sport 0 is none: what holds for a record without a sport. */
export const SpecificParams = z.object({
  userId: PathId,
  sportId: z.union([z.literal('0').transform(() => 0), PathId]),
});
/** Values by name, merged: user over client over sport over built-in default. */
export const SpecificParameters = z.record(z.string(), ParameterValue);

/** How speeds are said; records and files keep m/s. */
export const SpeedUnit = z.enum(['km_h', 'm_s', 'min_500m']);
export type SpeedUnit = z.infer<typeof SpeedUnit>;

/** What screens of a client say values with. */
export const DisplaySettings = z.object({
  /** s; a shorter record is marked in the list. */
  shortest_record: Quantity.nullable(),
  /** Of statistics; null = as many as the value deserves. */
  decimals: z.int().nullable(),
  /** Where no sport has its own. */
  speed_unit: SpeedUnit,
  /** Sports of the client that say speeds in their own way. */
  sports: z.array(z.object({ sport_id: Id, speed_unit: SpeedUnit })),
  /** Of what is live, which has no sport yet: that of the client's only sport, else `speed_unit`. */
  live_speed_unit: SpeedUnit,
});
export type DisplaySettings = z.infer<typeof DisplaySettings>;
