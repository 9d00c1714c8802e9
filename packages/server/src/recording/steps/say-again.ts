import { isDeepStrictEqual } from 'node:util';
import { type DecodeChanges, protocolOf } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { AddedStep } from '../decode/index.ts';
import { besideOwnKeys, type RecordRow, saidData, withProtocol } from '../records/index.ts';
import { columnsOfScenario } from './said-scenario.ts';

const { records, sports } = tables;

/**
 * What is said of a record follows the steps that say it, unless somebody said otherwise since: then that stays.
 * @param before its steps as they were, which `after` they changed
 */
export async function sayAgain(
  tx: Queryable,
  record: RecordRow,
  before: readonly AddedStep[],
  after: readonly AddedStep[],
): Promise<void> {
  const sport = turned(({ sport }) => sport, before, after);
  const scenario = turned(({ scenario }) => scenario, before, after);
  const rate = turned(({ rate }) => rate, before, after);
  const mapping = turned(({ csv_mapping }) => csv_mapping, before, after);
  const otherData = turned(({ other_data }) => other_data && saidDataOf(other_data), before, after);
  const protocol = turned(({ protocol }) => protocol, before, after);
  const isOwnProtocol = protocol && isDeepStrictEqual(protocolOf(record.otherData), protocol.was ?? {});
  const isOwnData = otherData && isDeepStrictEqual(saidData(record), otherData.was ?? {});
  const data = isOwnData ? besideOwnKeys(otherData.now ?? {}) : undefined;
  const changes = {
    ...(sport && (await uidOfSport(tx, record.sportId)) === sport.was && { sportId: await sportCalled(tx, sport.now) }),
    ...(scenario && (await columnsOfScenario(tx, record, scenario))),
    ...(rate && record.csvRate === rate.was && { csvRate: rate.now }),
    ...(mapping && isDeepStrictEqual(record.csvMapping, mapping.was) && { csvMapping: mapping.now }),
    ...(isOwnProtocol ? { otherData: withProtocol(protocol.now ?? {}, data) } : data && { otherData: data }),
  };
  if (Object.keys(changes).length > 0) await tx.update(records).set(changes).where(eq(records.id, record.id));
}

/** Steps of before told the program's own keys, too. */
const saidDataOf = ({ from, to }: NonNullable<DecodeChanges['other_data']>) => ({
  from: saidData({ otherData: from ?? {} }),
  to: saidData({ otherData: to ?? {} }),
});

type Field<T> = (said: DecodeChanges) => { readonly from: T; readonly to: T } | undefined;

/** What steps said of a field and what they say of it now; undefined where they never said anything. */
function turned<T>(field: Field<T>, before: readonly AddedStep[], after: readonly AddedStep[]) {
  const now = saidBy(field, after);
  const added = after.filter(({ id }) => before.every((step) => step.id !== id));
  const was = changesBy(field, added)[0] ?? saidBy(field, before);
  return now && was && { was: 'from' in was ? was.from : was.value, now: now.value };
}

/** What the steps leave, as they are on and off now. */
function saidBy<T>(field: Field<T>, steps: readonly AddedStep[]): { readonly value: T } | undefined {
  const [first, ...others] = changesBy(field, steps);
  return first && { value: valueLeft([first, ...others], ({ isOn }) => isOn) };
}

interface Change<T> {
  readonly from: T;
  readonly to: T;
  readonly isOn: boolean;
  readonly addedAt: Date;
  readonly switches: AddedStep['switches'];
}

/** A step that found another value than those before it left then says what somebody said in between. */
function valueLeft<T>(changes: readonly [Change<T>, ...Change<T>[]], isOn: (change: Change<T>) => boolean): T {
  const [first, ...later] = changes;
  const known: [Change<T>, ...Change<T>[]] = [first];
  const isSaidBefore = new Set<Change<T>>();
  const fold = (on: (change: Change<T>) => boolean) =>
    known.reduce<T>((left, change) => {
      const before = isSaidBefore.has(change) ? change.from : left;
      return on(change) ? change.to : before;
    }, first.from);
  for (const change of later) {
    const leftThen = fold((earlier) => wasOn(earlier, change.addedAt));
    if (!isDeepStrictEqual(change.from, leftThen)) isSaidBefore.add(change);
    known.push(change);
  }
  return fold(isOn);
}

function wasOn({ switches }: Pick<AddedStep, 'switches'>, at: Date): boolean {
  return switches.findLast(({ date }) => date <= at.toISOString())?.on ?? true;
}

function changesBy<T>(field: Field<T>, steps: readonly AddedStep[]): Change<T>[] {
  return steps.flatMap(({ step, isOn, createdAt: addedAt, switches }) => {
    const change = step.kind === 'decode' ? field(step.arguments) : undefined;
    return change === undefined ? [] : [{ from: change.from, to: change.to, isOn, addedAt, switches }];
  });
}

/** What later steps say from now on, where they go on from what a step that is forgotten said. */
export function handDown(
  steps: readonly AddedStep[],
  forgotten: AddedStep,
): { readonly id: number; readonly said: DecodeChanges }[] {
  if (forgotten.step.kind !== 'decode') return [];
  const { sport, scenario, rate, csv_mapping, other_data, protocol } = forgotten.step.arguments;
  const heirs = new Map<number, DecodeChanges>();
  const later = steps.slice(steps.indexOf(forgotten) + 1);
  const give = <K extends keyof DecodeChanges>(name: K, change: DecodeChanges[K]) => {
    if (change === undefined) return;
    for (const { id, step } of later) {
      if (step.kind !== 'decode') continue;
      const said = heirs.get(id) ?? step.arguments;
      const next = said[name];
      if (next === undefined) continue;
      if (isDeepStrictEqual(next.from, change.to)) heirs.set(id, { ...said, [name]: { ...next, from: change.from } });
      return;
    }
  };
  give('sport', sport);
  give('scenario', scenario);
  give('rate', rate);
  give('csv_mapping', csv_mapping);
  give('other_data', other_data);
  give('protocol', protocol);
  return [...heirs].map(([id, said]) => ({ id, said }));
}

export async function uidOfSport(tx: Queryable, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const [sport] = await tx.select({ uid: sports.uid }).from(sports).where(eq(sports.id, id));
  return sport?.uid ?? null;
}

async function sportCalled(tx: Queryable, uid: string | null): Promise<number | null> {
  if (uid === null) return null;
  const [sport] = await tx.select({ id: sports.id }).from(sports).where(eq(sports.uid, uid));
  return sport?.id ?? null;
}
