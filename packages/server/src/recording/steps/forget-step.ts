import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { readSteps } from '../decode/index.ts';
import { holdRecord } from '../records/index.ts';
import type { StepDependencies } from './change-steps.ts';
import { handDown } from './say-again.ts';

const { recordSteps } = tables;

/**
 * Removes a step that is off: nothing of the record changes by it. What it found said before it, the next one that says the
 * same finds now.
 */
export async function forgetStep(
  { database, log }: StepDependencies,
  viewer: Viewer,
  { id, stepId }: { readonly id: number; readonly stepId: number },
): Promise<undefined | Refusal> {
  const forgotten = await database.db.transaction(async (tx) => {
    const record = await holdRecord(tx, viewer, id);
    if (isRefusal(record)) return record;
    if (record.originalPurged !== null) return refuse('record.originalPurged');
    const steps = await readSteps(tx, id);
    const step = steps.find((one) => one.id === stepId);
    if (step === undefined) return refuse('entity.notFound');
    if (step.isOn) return refuse('record.stepIsOn');
    for (const { id: heirId, said } of handDown(steps, step)) {
      await tx.update(recordSteps).set({ arguments: said }).where(eq(recordSteps.id, heirId));
    }
    await tx.delete(recordSteps).where(eq(recordSteps.id, stepId));
    return step;
  });
  if (isRefusal(forgotten)) return forgotten;
  const about = { recordId: id, user: viewer.principal.userId, step: forgotten.step.kind };
  log.info(about, 'a step of a record was forgotten');
  return undefined;
}
