import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { readSteps } from '../decode/index.ts';
import { holdRecord } from '../records/index.ts';
import type { StepDependencies } from './change-steps.ts';

const { recordSteps } = tables;

/** Removes a step that is off: nothing of the record changes by it. */
export async function forgetStep(
  { database, log }: StepDependencies,
  viewer: Viewer,
  { id, stepId }: { readonly id: number; readonly stepId: number },
): Promise<undefined | Refusal> {
  const forgotten = await database.db.transaction(async (tx) => {
    const record = await holdRecord(tx, viewer, id);
    if (isRefusal(record)) return record;
    const step = (await readSteps(tx, id)).find((one) => one.id === stepId);
    if (step === undefined) return refuse('entity.notFound');
    if (step.isOn) return refuse('record.stepIsOn');
    await tx.delete(recordSteps).where(eq(recordSteps.id, stepId));
    return step;
  });
  if (isRefusal(forgotten)) return forgotten;
  const about = { recordId: id, user: viewer.principal.userId, step: forgotten.step.kind };
  log.info(about, 'a step of a record was forgotten');
  return undefined;
}
