import { numberFromText, type User } from '@sillage/contract';
import type { FieldValues } from 'react-hook-form';
import type { ActiveClient } from '../base/active-client.ts';
import type { Choice, Field, Row } from './table-definition.ts';

/** What the form shows at first, nested as the names of its fields are: `display_name.fr`. */
export function startValues<R extends Row>(
  fields: readonly Field<R>[],
  row: R | undefined,
  active: ActiveClient,
  user: User,
): FieldValues {
  const values: FieldValues = {};
  for (const field of fields) write(values, field.name, startOf(field, row, active, user));
  return values;
}

function startOf<R extends Row>(field: Field<R>, row: R | undefined, active: ActiveClient, user: User): unknown {
  if (field.start !== undefined) return field.start(row, active, user);
  const value = row === undefined ? undefined : read(row, field.name);
  if (field.kind === 'switch') return value === true;
  if (field.kind === 'many' || field.kind === 'searchMany') return value ?? [];
  if (field.kind === 'searchOne' || field.kind === 'file') return value ?? null;
  return value === null || value === undefined ? '' : String(value);
}

/** One field as the body carries it: ids of choices, numbers of text, null for an empty text that may be. */
function valueInBody<R extends Row>(field: Field<R>, value: unknown): unknown {
  switch (field.kind) {
    case 'number':
      // What cannot be read is null, which the schema refuses.
      return typeof value === 'string' ? numberFromText(value, field.of) : value;
    case 'searchOne':
      return isChoice(value) ? value.value : null;
    case 'searchMany':
      return withoutLabels(value);
    case 'code':
      return field.as === 'object' && typeof value === 'string' ? (parsedJson(value) ?? value) : value;
    case 'own':
      return field.inBody === undefined ? withoutLabels(value) : field.inBody(value);
    case 'file':
      return undefined;
    default:
      return field.nullable && (value === '' || value === undefined) ? null : value;
  }
}

/** The body of the form. Of a row that exists only what was changed, so that another's changes stay. */
export function bodyOf<R extends Row>(
  fields: readonly Field<R>[],
  row: R | undefined,
  before: FieldValues,
  values: FieldValues,
): FieldValues {
  const body: FieldValues = {};
  for (const field of fields) {
    if (field.kind === 'file') continue;
    const value = valueInBody(field, read(values, field.name));
    // Of a text in two languages each part is judged, so both are there.
    if (row === undefined && !field.name.includes('.') && isEmpty(read(values, field.name))) continue;
    if (value === undefined && field.kind === 'own') continue;
    if (row !== undefined && same(value, valueInBody(field, read(before, field.name)))) continue;
    write(body, field.name, value);
  }
  return row === undefined ? body : withWholeObjects(fields, values, body);
}

/** An empty field of a new row is left to the server's default, or missed by the schema. */
function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined;
}

/** Of a text in two languages both are sent, though only one was changed. */
function withWholeObjects<R extends Row>(
  fields: readonly Field<R>[],
  values: FieldValues,
  body: FieldValues,
): FieldValues {
  for (const { name } of fields) {
    const [object, part] = name.split('.');
    if (object !== undefined && part !== undefined && object in body) write(body, name, read(values, name));
  }
  return body;
}

/** Codes of the problems that no schema sees: JSON typed as text, files. */
export function ownProblems<R extends Row>(
  fields: readonly Field<R>[],
  row: R | undefined,
  values: FieldValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const value: unknown = read(values, field.name);
    if (field.kind === 'code' && field.as === 'object' && parsedJson(String(value)) === undefined) {
      problems[field.name] = 'json';
    }
    const code = field.kind === 'own' ? field.problemOf?.(value) : undefined;
    if (code !== undefined) problems[field.name] = code;
    const extensions = 'extensions' in field ? (field.extensions ?? []) : [];
    if (value instanceof File && !extensions.some((extension) => value.name.toLowerCase().endsWith(extension))) {
      problems[field.name] = extensions.includes('.bin') ? 'firmware' : 'logo';
    }
    if (field.kind === 'file' && field.required && row === undefined && !(value instanceof File)) {
      problems[field.name] = 'required';
    }
  }
  return problems;
}

/** The chosen file of the form, when there is one. */
export function fileOf<R extends Row>(fields: readonly Field<R>[], values: FieldValues): File | undefined {
  return fields.map(({ name }) => read(values, name)).find((value) => value instanceof File);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of a list of choices their ids. */
function withoutLabels(value: unknown): unknown {
  return Array.isArray(value) ? value.map((one: unknown) => (isChoice(one) ? one.value : one)) : value;
}

function isChoice(value: unknown): value is Choice {
  return typeof value === 'object' && value !== null && 'value' in value && 'label' in value;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function read(values: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values);
}

function write(values: FieldValues, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) values[first] = value;
  else {
    values[first] = { ...values[first] };
    write(values[first], rest.join('.'), value);
  }
}
