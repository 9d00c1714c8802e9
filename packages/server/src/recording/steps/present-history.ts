import {
  type AppliedSteps,
  isRefusal,
  limits,
  type RecordHistory,
  type RecordStep,
  type Refusal,
  type SeenJump,
  type StepDeed,
} from '@sillage/contract';
import { momentInRecord, untouched } from '@sillage/domain';
import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type AddedStep, readSteps } from '../decode/index.ts';
import { findRecord, type RecordDependencies, type RecordRow } from '../records/index.ts';
import { whyNotPurged } from './why-not-purged.ts';

const { devices } = tables;

/** What was done to a record, by whom and when, and what it was before. */
export async function readHistory(
  { database: { db }, folder }: Pick<RecordDependencies, 'database' | 'folder'>,
  viewer: Viewer,
  recordId: number,
): Promise<RecordHistory | Refusal> {
  const record = await findRecord(db, viewer, recordId);
  return isRefusal(record) ? record : historyOf(db, folder, record);
}

export async function historyOf(
  db: Queryable,
  { files }: Pick<RecordDependencies['folder'], 'files'>,
  record: RecordRow,
): Promise<RecordHistory> {
  const steps = await readSteps(db, record.id);
  return {
    original: {
      date: record.createdAt.toISOString(),
      duration: durationOf(record),
      size: await sizeOf(files, record),
      source: record.source,
      purged: record.originalPurged,
      device_name: await deviceName(db, record.deviceId),
    },
    csv_mapping: record.csvMapping,
    steps: steps.map((step) => presentStep(step, record.appliedSteps)),
    deeds: steps.flatMap(deedsOf).sort((a, b) => b.date.localeCompare(a.date) || b.step_id - a.step_id),
    clock: record.clockJumps.map((jump) => ({
      ...jump,
      repaired: isTakenOut(jump, steps),
      at_in_record: momentInRecord((record.appliedSteps ?? untouched).times, jump.at) ?? null,
    })),
    drift: record.clockDrift && { ...record.clockDrift, repaired: isDriftTakenOut(steps) },
    times: record.appliedSteps?.times ?? null,
    purgeable: whyNotPurged(record, steps) === undefined,
    most_steps: limits.stepsARecord,
  };
}

function isTakenOut({ at }: SeenJump, steps: readonly AddedStep[]): boolean {
  return steps.some(
    ({ step, isOn }) => isOn && step.kind === 'clock' && step.arguments.jumps.some((jump) => jump.at === at),
  );
}

function isDriftTakenOut(steps: readonly AddedStep[]): boolean {
  return steps.some(({ step, isOn }) => isOn && step.kind === 'clock' && step.arguments.drift_ppm !== 0);
}

/** bytes; null where it is gone, and of what has none. */
async function sizeOf(files: Files, record: RecordRow): Promise<number | null> {
  const isGone = record.source === 'seance' || record.originalPurged !== null;
  const file = isGone ? undefined : await files.open(stored.source(record));
  await file?.close();
  return file?.sizeBytes ?? null;
}

function durationOf({ appliedSteps, signalsVersion, durationSeconds }: RecordRow): number | null {
  return appliedSteps?.duration ?? (signalsVersion > 0 ? durationSeconds : null);
}

/** @param applied steps that the record's signals were made with */
export function presentStep(
  { id, uid, num, step, isOn, createdAt, userName }: AddedStep,
  applied: AppliedSteps | null,
): RecordStep {
  const isApplied = applied?.uids.includes(uid) ?? false;
  return { ...step, id, uid, num, on: isOn, applied: isApplied, date: createdAt.toISOString(), user_name: userName };
}

function deedsOf({ id, step: { kind }, createdAt, userName, switches }: AddedStep): StepDeed[] {
  const about = { step_id: id, kind };
  return [
    { ...about, date: createdAt.toISOString(), user_name: userName, deed: 'added' },
    ...switches.map(({ on, date, user_name }): StepDeed => ({ ...about, date, user_name, deed: on ? 'on' : 'off' })),
  ];
}

async function deviceName(db: Queryable, deviceId: number | null): Promise<string | null> {
  if (deviceId === null) return null;
  const [device] = await db.select({ name: devices.name }).from(devices).where(eq(devices.id, deviceId));
  return device?.name ?? null;
}
