import { KeptStep, type StepSwitch } from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { recordSteps } = tables;

/** A step of a record, with who added it when. */
export interface AddedStep {
  readonly id: number;
  readonly uid: string;
  readonly num: number;
  readonly step: KeptStep;
  readonly isOn: boolean;
  readonly userName: string;
  readonly createdAt: Date;
  readonly switches: readonly StepSwitch[];
}

/** The steps of a record in their order, those that are off among them; what this version does not know is none. */
export async function readSteps(db: Queryable, recordId: number): Promise<AddedStep[]> {
  const rows = await db
    .select()
    .from(recordSteps)
    .where(eq(recordSteps.recordId, recordId))
    .orderBy(asc(recordSteps.num), asc(recordSteps.uid));
  return rows.flatMap(({ kind, arguments: given, ...row }) => {
    const step = KeptStep.safeParse({ kind, arguments: given });
    return step.success ? [{ ...row, step: step.data }] : [];
  });
}
