import { isDeepStrictEqual } from 'node:util';
import { brokenParameterValue, type Parameter, ParameterDescription, type ParameterValue } from '@sillage/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { shareLoop } from '../../platform/clock/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type BuiltIn, builtInsOf, titlesOf } from './catalogue/index.ts';
import type { Target } from './find-target.ts';

const { parameters, users } = tables;
const adders = alias(users, 'adders');

/** A parameter, and whether somebody chose its value, be it the default. */
export interface Held {
  readonly parameter: Omit<Parameter, 'may'>;
  /** Id of who added it. */
  readonly addedBy: number | null;
  readonly isSet: boolean;
}

interface Row {
  readonly name: string;
  readonly description: unknown;
  readonly value: ParameterValue;
  readonly isSet: boolean;
  readonly addedBy: number | null;
  readonly addedByName: string | null;
  readonly modifiedBy: string | null;
  readonly modifiedAt: Date;
}

/**
 * Every parameter of a thing: the product's in their order, then those that people added, by name.
 * @param name of the only one that is wanted
 */
export async function readParameters(
  db: Queryable,
  target: Pick<Target, 'table' | 'id' | 'sport'>,
  name?: string,
): Promise<Map<string, Held>> {
  const rows = new Map((await readRows(db, target, name)).map((row) => [row.name, row]));
  const all = new Map<string, Held>();
  const pause = shareLoop();
  for (const one of builtInsOf(target.table, target.sport)) {
    if (name === undefined || name === one.name) all.set(one.name, hold(one, rows.get(one.name), false));
  }
  for (const row of rows.values()) {
    await pause();
    const custom = all.has(row.name) ? undefined : customOf(row);
    if (custom !== undefined) all.set(row.name, hold(custom, row, true));
  }
  if (target.table === 'User') await putLanguage(db, target.id, all);
  return all;
}

async function readRows(db: Queryable, { table, id }: Pick<Target, 'table' | 'id'>, name?: string): Promise<Row[]> {
  const isWanted = name === undefined ? undefined : eq(parameters.name, name);
  return db
    .select({
      name: parameters.name,
      description: parameters.description,
      value: parameters.value,
      isSet: parameters.isSet,
      addedBy: parameters.addedBy,
      addedByName: sql<string | null>`${adders.firstname} || ' ' || ${adders.lastname}`,
      modifiedBy: sql<string | null>`${users.firstname} || ' ' || ${users.lastname}`,
      modifiedAt: parameters.modifiedAt,
    })
    .from(parameters)
    .leftJoin(users, eq(users.id, parameters.modifiedBy))
    .leftJoin(adders, eq(adders.id, parameters.addedBy))
    .where(and(eq(parameters.tableName, table), eq(parameters.targetId, id), isWanted))
    .orderBy(asc(parameters.name));
}

/** What a person described; undefined for a value whose parameter the product no longer has. */
function customOf({ name, description }: Pick<Row, 'name' | 'description'>): BuiltIn | undefined {
  const parsed = ParameterDescription.safeParse(description);
  if (!parsed.success) return undefined;
  const word = name.split('::').at(-1) ?? name;
  const given = parsed.data;
  return {
    name,
    type: given.type,
    display_name: given.display_name ?? { fr: word, en: word },
    hint: given.hint ?? { fr: '', en: '' },
    unit: given.unit ?? '',
    items: given.items ?? [],
    default: given.default ?? null,
    multiple: given.multiple ?? false,
    order: given.order ?? false,
    advanced: given.advanced ?? false,
    rule: given.rule ?? null,
  };
}

/** A kept value that its parameter no longer takes is as if it had not been set. */
function hold(of: BuiltIn, row: Row | undefined, custom: boolean): Held {
  const { sports: _sports, defaultOfSport: _defaults, ...description } = of;
  const set = row?.isSet === true && brokenParameterValue(of, row.value) === undefined ? row : undefined;
  const value = set === undefined ? of.default : set.value;
  const parameter = {
    ...description,
    titles: titlesOf(of.name),
    value,
    modified: !isDeepStrictEqual(value, of.default),
    modified_by: set?.modifiedBy ?? null,
    modified_date: set?.modifiedAt.toISOString() ?? null,
    added_by: row?.addedByName ?? null,
    custom,
  };
  return { parameter, addedBy: row?.addedBy ?? null, isSet: set !== undefined };
}

/** The value of one of the product's parameters. */
export function chosenValue(all: ReadonlyMap<string, Held>, name: string): ParameterValue {
  const held = all.get(name);
  if (held === undefined) throw new Error(`the product has no parameter ${name}`);
  return held.parameter.value;
}

/** The language is the account's, wherever it was changed. */
async function putLanguage(db: Queryable, userId: number, all: Map<string, Held>): Promise<void> {
  const held = all.get('lang');
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  if (held === undefined || row === undefined) return;
  const { parameter } = held;
  const modified = row.language !== parameter.default;
  all.set('lang', { ...held, parameter: { ...parameter, value: row.language, modified }, isSet: modified });
}

/**
 * Values of a category for a person and a sport: what was set for the person, else for the client, else for the sport,
 * else the default, in which the sport has the first word. Without a sport it has none.
 */
export async function mergeParameters(
  db: Queryable,
  category: string,
  { user, sport }: { readonly user: Target; readonly sport: Target | undefined },
): Promise<Record<string, ParameterValue>> {
  const client = user.clientId === undefined ? [] : [{ table: 'Client', id: user.clientId } as const];
  const things = [user, ...client, ...(sport === undefined ? [] : [sport])];
  const layers = await Promise.all(things.map((layer) => readParameters(db, layer)));
  const values = new Map<string, ParameterValue>();
  const take = (held: Map<string, Held>, which: (one: Held) => boolean) => {
    for (const [name, one] of held) {
      if (name.startsWith(`${category}::`) && which(one)) values.set(name, one.parameter.value);
    }
  };
  for (const layer of layers) take(layer, (one) => !one.isSet);
  for (const layer of layers.toReversed()) take(layer, (one) => one.isSet);
  return Object.fromEntries(values);
}
