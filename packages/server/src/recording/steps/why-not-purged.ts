import { type Refusal, refuse } from '@sillage/contract';
import type { AddedStep } from '../decode/index.ts';
import type { RecordRow } from '../records/index.ts';

/** Why the original of a record cannot be purged now: only what a crop that was applied leaves out is not needed. */
export function whyNotPurged(record: RecordRow, steps: readonly AddedStep[]): Refusal | undefined {
  const { source, decodeState, originalPurged, missingBlocks, syncFailed, appliedSteps } = record;
  if (source === 'seance') return refuse('record.isSession');
  if (originalPurged !== null) return refuse('record.originalPurged');
  if (decodeState !== 'done') return refuse('record.notReadable');
  if (source === 'journal' && (missingBlocks !== 0 || syncFailed)) return refuse('record.notWhole');
  const on = steps.filter(({ isOn }) => isOn);
  const applied = new Set(appliedSteps?.uids);
  const isApplied = on.length === applied.size && on.every(({ uid }) => applied.has(uid));
  const isCropped = on.some(({ step }) => step.kind === 'crop');
  return isApplied && isCropped ? undefined : refuse('record.nothingToPurge');
}
