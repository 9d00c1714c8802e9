import { analysisOf, type HeldParameter, parameterValue } from '@sillage/analysis';
import { type HeldParameters, protocolOf, type TestProtocol } from '@sillage/contract';
import type { Queryable } from '../../platform/database/index.ts';
import type { RecordRow } from '../records/index.ts';
import { type KeptRules, rulesOfRecords } from './analysis-rules.ts';

/** What a protocol measured, by the names of parameters. */
const measured: Readonly<Record<string, keyof TestProtocol>> = {
  bodyMass: 'body_mass_kg',
  bodyHeight: 'body_height_m',
  boxHeight: 'box_height_m',
  pushOff: 'push_off_m',
};

/** What holds for each record and analysis before anybody says something of a run. */
export async function heldOfRecords(
  db: Queryable,
  rows: readonly RecordRow[],
): Promise<(record: Pick<RecordRow, 'id' | 'otherData'>, analysis: string) => HeldParameters> {
  const rules = rows.length === 0 ? new Map<number, KeptRules[]>() : await rulesOfRecords(db, rows);
  return ({ id, otherData }, analysis) => holdParameters(analysis, rules.get(id) ?? [], protocolOf(otherData));
}

/** What was measured holds against a coach, a coach against the club; of two coaches who set a parameter, the last. */
export function holdParameters(id: string, rules: readonly KeptRules[], protocol: TestProtocol): HeldParameters {
  const analysis = analysisOf(id);
  if (analysis === undefined) return {};
  const held: Record<string, HeldParameter> = {};
  const hold = (name: string, text: string, source: HeldParameter['source']) => {
    const value = parameterValue(analysis, name, text);
    if (value !== undefined) held[name] = { value, source };
  };
  for (const source of ['organisation', 'coach'] as const) {
    // The last one set stands first.
    for (const { parameters } of rules.filter((one) => one.of === source && one.analysis === id).toReversed()) {
      for (const [name, value] of Object.entries(parameters)) hold(name, String(value), source);
    }
  }
  for (const [name, key] of Object.entries(measured)) {
    const value = protocol[key];
    if (value !== undefined) hold(name, String(value), 'measured');
  }
  return held;
}
