import { z } from 'zod';

/** A value without what its schema does not name; the very same value when nothing had to go. */
type Keep = (value: unknown) => unknown;

/** What a schema names: fields, elements, values of any key. `all` = everything passes. */
interface Shape {
  readonly all?: boolean;
  readonly fields?: ReadonlyMap<string, Shape>;
  readonly items?: Shape;
  readonly values?: Shape;
}

const plain: Shape = {};

/**
 * Leaves out of replies every field that their schema does not name, at any depth, so that a column that is added to a
 * table never goes out by itself. Values are not judged: what was kept in a form of long ago is still answered.
 */
export function keepContractKeys(schema: z.ZodType): Keep {
  return compile(shapeOf(schema)) ?? ((value) => value);
}

function shapeOf(schema: unknown): Shape {
  if (schema instanceof z.ZodObject) return shapeOfObject(schema);
  if (schema instanceof z.ZodArray) return { items: shapeOf(schema.element) };
  if (schema instanceof z.ZodRecord) return { values: shapeOf(schema.valueType) };
  if (schema instanceof z.ZodUnion) return schema.options.map(shapeOf).reduce(merge);
  if (schema instanceof z.ZodTuple) {
    const items = [...schema.def.items, ...(schema.def.rest === null ? [] : [schema.def.rest])];
    return { items: items.map(shapeOf).reduce(merge, plain) };
  }
  // What is sent is what the reader's schema begins with.
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return shapeOf(schema.unwrap());
  }
  return isScalar(schema) ? plain : { all: true };
}

function shapeOfObject({ shape, def }: z.ZodObject): Shape {
  // A loose object takes any field.
  if (def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)) return { all: true };
  return { fields: new Map(Object.entries(shape).map(([name, field]) => [name, shapeOf(field)])) };
}

const scalars = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUndefined,
];
const isScalar = (schema: unknown) => scalars.some((kind) => schema instanceof kind);

/** What either of two names. */
function merge(one: Shape, other: Shape): Shape {
  if (one.all || other.all) return { all: true };
  const both = <T>(a: T | undefined, b: T | undefined, join: (a: T, b: T) => T) => (a && b ? join(a, b) : (a ?? b));
  const fields = both(one.fields, other.fields, (a, b) => {
    const names = new Set([...a.keys(), ...b.keys()]);
    return new Map([...names].map((name) => [name, merge(a.get(name) ?? plain, b.get(name) ?? plain)]));
  });
  const items = both(one.items, other.items, merge);
  const values = both(one.values, other.values, merge);
  return { ...(fields && { fields }), ...(items && { items }), ...(values && { values }) };
}

/** Undefined where everything passes. */
function compile({ all, fields, items, values }: Shape): Keep | undefined {
  if (all) return undefined;
  const keepItems = items && keepEach(compile(items));
  const keepFields = fields ? keepNamed(fields) : values && keepValues(compile(values));
  if (!keepItems && !keepFields) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return keepItems ? keepItems(value) : value;
    return keepFields ? keepFields(value) : value;
  };
}

function keepEach(keep: Keep | undefined): ((value: readonly unknown[]) => unknown) | undefined {
  if (keep === undefined) return undefined;
  return (value) => {
    let kept: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const item = keep(value[i]);
      if (item === value[i]) continue;
      kept ??= [...value];
      kept[i] = item;
    }
    return kept ?? value;
  };
}

function keepNamed(fields: ReadonlyMap<string, Shape>): (value: object) => unknown {
  const known: Record<string, true> = Object.create(null);
  const deeper: [string, Keep][] = [];
  for (const [name, shape] of fields) {
    known[name] = true;
    const keep = compile(shape);
    if (keep !== undefined) deeper.push([name, keep]);
  }
  return (value) => {
    let kept = hasOnly(value, known) ? undefined : onlyKnown(value, known);
    for (const [name, keep] of deeper) {
      const before: unknown = Reflect.get(value, name);
      const after = keep(before);
      if (after === before) continue;
      kept ??= { ...value };
      Reflect.set(kept, name, after);
    }
    return kept ?? value;
  };
}

function hasOnly(value: object, known: Readonly<Record<string, true>>): boolean {
  for (const name in value) if (known[name] === undefined) return false;
  return true;
}

function onlyKnown(value: object, known: Readonly<Record<string, true>>): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => known[name]));
}

function keepValues(keep: Keep | undefined): ((value: object) => unknown) | undefined {
  if (keep === undefined) return undefined;
  return (value) => {
    const kept = Object.entries(value).map(([name, one]): [string, unknown] => [name, keep(one)]);
    return kept.some(([name, one]) => Reflect.get(value, name) !== one) ? Object.fromEntries(kept) : value;
  };
}
