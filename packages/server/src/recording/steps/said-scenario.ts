import { RecordType, type ScenarioSaid } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { RecordRow } from '../records/index.ts';

const { scenarios } = tables;
type OfScenario = Pick<RecordRow, 'scenarioId' | 'scenarioClassname' | 'recordType'>;
/** A type of a later version is none here. */
const typeOf = ({ recordType }: OfScenario): RecordType => RecordType.catch('record').parse(recordType);

/** The scenario that a record is of now. */
export async function scenarioOfRecord(tx: Queryable, record: OfScenario): Promise<ScenarioSaid> {
  const { uid = null } = (record.scenarioId === null ? undefined : await scenarioById(tx, record.scenarioId)) ?? {};
  return { uid, classname: record.scenarioClassname, record_type: typeOf(record) };
}

/** What a record of a scenario is said to be; null: of none. */
export async function scenarioWanted(tx: Queryable, record: OfScenario, id: number | null): Promise<ScenarioSaid> {
  const scenario = id === null ? undefined : await scenarioById(tx, id);
  const record_type = typeWith(typeOf(record), scenario !== undefined);
  return { uid: scenario?.uid ?? null, classname: scenario?.classname ?? null, record_type };
}

/** The columns of a record of which it is said; undefined where something else was said of the record than `was`. */
export async function columnsOfScenario(
  tx: Queryable,
  record: OfScenario,
  { was, now }: { readonly was: ScenarioSaid; readonly now: ScenarioSaid },
): Promise<OfScenario | undefined> {
  const isAsItWas =
    record.scenarioId === (await idOfScenario(tx, was.uid)) &&
    record.scenarioClassname === was.classname &&
    typeOf(record) === was.record_type;
  if (!isAsItWas) return undefined;
  const scenarioId = await idOfScenario(tx, now.uid);
  return { scenarioId, scenarioClassname: now.classname, recordType: now.record_type };
}

/** A plain record becomes one of a scenario and back; those of minis, calibrations and fusions stay what they are. */
function typeWith(type: RecordType, hasScenario: boolean): RecordType {
  if (hasScenario) return type === 'record' ? 'scenario' : type;
  return type === 'scenario' ? 'record' : type;
}

async function scenarioById(tx: Queryable, id: number) {
  const { uid, classname } = scenarios;
  const [found] = await tx.select({ uid, classname }).from(scenarios).where(eq(scenarios.id, id));
  return found;
}

/** Null also of one that is not here any more: then its class tells which one it was. */
async function idOfScenario(tx: Queryable, uid: string | null): Promise<number | null> {
  if (uid === null) return null;
  const [found] = await tx.select({ id: scenarios.id }).from(scenarios).where(eq(scenarios.uid, uid));
  return found?.id ?? null;
}
