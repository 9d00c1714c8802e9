import {
  brokenParameterValue,
  limits,
  type ParameterDescription,
  type ParameterValue,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { brokenField, conflictOf } from '../tenancy/index.ts';
import type { Target } from './find-target.ts';
import { type Held, readParameters } from './read-parameters.ts';
import { type JudgeFormula, refuseChannel } from './refuse-channel.ts';

const { parameters, users } = tables;
/** Any number that no other lock uses. */
const addLock = 7_301_004;

/** One parameter of a thing, and who changes it. */
export interface Change {
  readonly target: Target;
  readonly name: string;
  readonly userId: number;
  readonly clock: Clock;
  readonly judgeFormula: JudgeFormula;
}

export async function readParameter(db: Queryable, target: Target, name: string): Promise<Held | Refusal> {
  return (await readParameters(db, target, name)).get(name) ?? refuse('entity.notFound');
}

/** Adds a parameter of a person's own. */
export async function createParameter(
  db: Db,
  change: Change,
  description: ParameterDescription,
): Promise<undefined | Refusal> {
  const { target, name } = change;
  const refused = refuseChannel(name, description.default, 'default', change.judgeFormula);
  if (refused !== undefined) return refused;
  const taken = refuse('entity.conflict', { field: 'cookie_name' }, { cookie_name: 'taken' });
  if ((await readParameters(db, target, name)).has(name)) return taken;
  return conflictOf('cookie_name', () =>
    db.transaction(async (tx) => {
      // One after the other: many at once are bounded like many in a row.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${addLock}, ${target.id})`);
      const maximum = limits.addedParameters;
      if ((await tx.$count(parameters, addedTo(target))) >= maximum) return refuse('parameter.tooMany', { maximum });
      await tx
        .insert(parameters)
        .values({ ...keyOf(change), description, addedBy: change.userId, ...modified(change) });
      return undefined;
    }),
  );
}

/** Sets a value that the parameter takes; `null` empties a number or a text. */
export async function setParameter(db: Queryable, change: Change, given: ParameterValue): Promise<undefined | Refusal> {
  const held = await readParameter(db, change.target, change.name);
  if (!('parameter' in held)) return held;
  const { parameter } = held;
  const value = asOneOrMany(parameter, given);
  const broken = brokenParameterValue(parameter, value);
  if (broken !== undefined) return brokenField('value', broken);
  const refused = refuseChannel(change.name, value, 'value', change.judgeFormula);
  if (refused !== undefined) return refused;
  if (isLanguage(change)) return setLanguage(db, change.target.id, value);
  const set = { value, isSet: true, ...modified(change) };
  await db
    .insert(parameters)
    .values({ ...keyOf(change), ...set })
    .onConflictDoUpdate({ target: [parameters.tableName, parameters.targetId, parameters.name], set });
  return undefined;
}

export async function resetParameter(db: Queryable, change: Change): Promise<undefined | Refusal> {
  const held = await readParameter(db, change.target, change.name);
  if (!('parameter' in held)) return held;
  const { parameter } = held;
  if (isLanguage(change)) return setLanguage(db, change.target.id, parameter.default);
  if (!parameter.custom) await db.delete(parameters).where(rowOf(change));
  else
    await db
      .update(parameters)
      .set({ value: null, isSet: false, ...modified(change) })
      .where(rowOf(change));
  return undefined;
}

export async function deleteParameter(db: Queryable, change: Change): Promise<undefined | Refusal> {
  const held = await readParameter(db, change.target, change.name);
  if (!('parameter' in held)) return held;
  if (!held.parameter.custom) return refuse('parameter.builtIn');
  await db.delete(parameters).where(rowOf(change));
  return undefined;
}

/** A single choice is kept as itself, several as a list, however they were sent. */
function asOneOrMany({ type, multiple }: Held['parameter'], value: ParameterValue): ParameterValue {
  if (type !== 'list') return value;
  if (multiple) return typeof value === 'string' && value !== '' ? [value] : value;
  return Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
}

const isLanguage = ({ target, name }: Change) => target.table === 'User' && name === 'lang';

async function setLanguage(db: Queryable, userId: number, value: ParameterValue): Promise<undefined> {
  await db
    .update(users)
    .set({ language: String(value) })
    .where(eq(users.id, userId));
  return undefined;
}

const addedTo = ({ table, id }: Target) =>
  and(eq(parameters.tableName, table), eq(parameters.targetId, id), isNotNull(parameters.description));
const keyOf = ({ target, name }: Change) => ({ tableName: target.table, targetId: target.id, name });
const modified = ({ userId, clock }: Change) => ({ modifiedBy: userId, modifiedAt: new Date(clock.nowMs()) });

function rowOf({ target, name }: Change): SQL | undefined {
  return and(eq(parameters.tableName, target.table), eq(parameters.targetId, target.id), eq(parameters.name, name));
}
