import { expect, test } from 'vitest';
import { z } from 'zod';
import { api, type Endpoint } from './index.ts';

type Walk = (schema: z.core.$ZodType, path: string) => string[];

/** Paths of a schema at which a caller may send as much as they like. */
const unbounded: Walk = (schema, path) => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const without = (bound: boolean, what: string) => (bound ? [] : [`${path}: ${what}`]);
  switch (def.type) {
    case 'string':
      return without(isBounded(schema), 'string');
    case 'number':
      return without(isBounded(schema), 'number');
    case 'array':
      return [
        ...without(def.checks?.some(({ _zod }) => setsMaximum(_zod.def)) === true, 'array'),
        ...unbounded(def.element, `${path}[]`),
      ];
    case 'record':
      return [
        ...without(z.globalRegistry.get(schema)?.maxProperties !== undefined, 'record'),
        ...unbounded(def.keyType, `${path}{key}`),
        ...unbounded(def.valueType, `${path}{}`),
      ];
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([name, field]) => unbounded(field, `${path}.${name}`)),
        ...(def.catchall === undefined || def.catchall._zod.def.type === 'never' ? [] : [`${path}: more fields`]),
      ];
    case 'union':
      return def.options.flatMap((option) => unbounded(option, path));
    case 'intersection':
      return [...unbounded(def.left, path), ...unbounded(def.right, path)];
    case 'tuple':
      return def.items.flatMap((item, place) => unbounded(item, `${path}[${place}]`));
    case 'pipe':
      return ofPipe(def, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unbounded(def.innerType, path);
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
    case 'transform':
      return [];
    default:
      return [`${path}: ${def.type}`];
  }
};

/** What one side bounds, the other need not. */
function ofPipe(def: z.core.$ZodPipeDef, path: string): string[] {
  if (def.in._zod.def.type === 'transform') return unbounded(def.out, path);
  const before = unbounded(def.in, path);
  if (before.length === 0 || def.out._zod.def.type === 'transform') return before;
  const after = unbounded(def.out, path);
  return after.length === 0 ? [] : [...before, ...after];
}

/** As the description of the interface says it. */
function isBounded(schema: z.core.$ZodType): boolean {
  const { maxLength, format, pattern, maximum, exclusiveMaximum, minimum, exclusiveMinimum } = z.toJSONSchema(schema);
  const isShort = maxLength !== undefined || format === 'uuid' || format === 'date' || isClosed(pattern);
  return isShort || ((maximum ?? exclusiveMaximum) !== undefined && (minimum ?? exclusiveMinimum) !== undefined);
}

/** A pattern from the beginning to the end, nothing of which may be repeated for ever. */
const isClosed = (pattern: string | undefined) => pattern?.startsWith('^') === true && !/[+*]|,\}/.test(pattern);

const setsMaximum = ({ check }: z.core.$ZodCheckDef) => check === 'max_length' || check === 'length_equals';

const endpoints: Endpoint[] = Object.values(api).flatMap((one) => ('access' in one ? [one] : []));

/** JSON of other programs, which we keep or hand on as it is: the request's 1 MB and 32 levels bound it. */
const free = [
  'createDevice.other_data{}: unknown',
  'createSelection: more fields',
  'createTask.args{}: unknown',
  'createTaskWithFile.args{}: unknown',
  'decodeRecord.other_data{}: unknown',
  'editDevice.other_data{}: unknown',
  'editRecord.other_data{}: unknown',
  'editRecord: more fields',
  'editSelection: more fields',
  'requestRealtime.modules{}: unknown',
  'requestRpc.params{}: unknown',
  'syncPush.rows[].fields: record',
  'syncPush.rows[].fields{}[0]: lazy',
  'writeFrontLog.meta: unknown',
];

test('whatever a caller may send has an upper bound: texts, lists, objects and numbers of every endpoint', () => {
  const found = endpoints.flatMap(({ name, params, query, body }) => [
    ...unbounded(params, `${name} params`),
    ...unbounded(query, `${name} query`),
    ...(body instanceof z.ZodUnknown ? [] : unbounded(body, name)),
  ]);
  expect(endpoints.length).toBeGreaterThan(150);
  expect(found.sort()).toEqual(free);
});

test.each([
  [z.object({ a: z.string() }), 'string'],
  [z.object({ a: z.array(z.string().max(1)) }), 'array'],
  [z.object({ a: z.number().min(0) }), 'number'],
  [z.object({ a: z.record(z.string().max(1), z.boolean()) }), 'record'],
  [z.object({ a: z.string().transform(Number) }), 'string'],
])('what has none is found', (schema, what) => {
  expect(unbounded(schema, '')).toEqual([`.a: ${what}`]);
});
