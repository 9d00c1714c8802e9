import type { AppliedSteps, FilmFacts, Translated } from '@sillage/contract';
import { calibrationInfos, pendingStates, sportsCalled, startOfRecord, stepsTogether } from '@sillage/domain';
import type { Film } from '@sillage/formats/film';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type Files, stored } from '../../platform/files/index.ts';
import type { Life } from '../life/index.ts';
import { endWithRecord } from '../live-selections/index.ts';
import { cancelledDecoding, cancelledSteps, earlierSignalsStay } from './decode-sentences.ts';
import type { Decoded } from './decode-task.ts';
import { type AddedStep, readSteps } from './read-steps.ts';

const { records, recordErrors, selections, sports } = tables;

export type Saved = 'saved' | 'deleted' | 'reopened';

/** Puts what decoding found on the record's row, unless its blocks come again; errors of an earlier decoding go. */
export async function saveDecoded(
  tx: Queryable,
  life: Life,
  recordId: number,
  decoded: Decoded,
  steps: readonly AddedStep[],
): Promise<Saved> {
  const { findings, film } = decoded;
  const [before] = await tx
    .select({ applied: records.appliedSteps, film: records.film })
    .from(records)
    .where(eq(records.id, recordId))
    .for('no key update');
  const applied = appliedOf(steps, decoded);
  // Whose browser filmed knows better when that began than what it wrote does.
  const isCaptured = before?.film?.captured === true;
  const startUs = isCaptured ? undefined : decoded.startUs;
  const start = { beforeUs: startUsOf(before?.applied ?? null), nowUs: startUsOf(applied) };
  const hasSamples = Object.keys(decoded.availableData).length > 0;
  // Also over the failure of another task, which may have ended meanwhile.
  const isSaved = await life.becomeReadable(
    tx,
    { id: recordId },
    {
      availableData: { ...decoded.availableData },
      modules: { ...decoded.modules },
      // Without samples it lasted as long as its device says.
      ...(film && { film: { captured: isCaptured, facts: factsOf(film) } }),
      ...(hasSamples || film ? { durationSeconds: decoded.durationSeconds } : {}),
      sizeBytes: decoded.sizeBytes,
      preview: decoded.preview ? [...decoded.preview] : null,
      appliedSteps: applied,
      clockJumps: [...decoded.clockJumps],
      clockDrift: decoded.clockDrift,
      ...dated(startUs, start),
    },
  );
  if (!isSaved) {
    return (await tx.$count(records, eq(records.id, recordId))) === 0 ? 'deleted' : 'reopened';
  }
  await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
  if (findings.length > 0) {
    await tx.insert(recordErrors).values(findings.map(({ type, msg }) => ({ recordId, type, msg })));
  }
  await selectPasses(tx, recordId, decoded.passes);
  await endWithRecord(tx, recordId, hasSamples ? decoded.originalSeconds : undefined);
  await nameSport(tx, recordId, decoded.sport);
  return 'saved';
}

function factsOf({ codec, width, height, fps, frames, hasAudio }: Film): FilmFacts {
  return { codec, width, height, fps, frames, has_audio: hasAudio };
}

function appliedOf(steps: readonly AddedStep[], { originalSeconds, availableData }: Decoded): AppliedSteps | null {
  if (steps.length === 0) return null;
  const kept = steps.map(({ step }) => step);
  const { times, distance } = stepsTogether(kept);
  const calibrations = calibrationInfos(Object.keys(availableData), kept);
  const uids = steps.map(({ uid }) => uid);
  return { uids, times, distance: distance ?? null, duration: originalSeconds, calibrations };
}

/** µs in the original at which the record begins. */
const startUsOf = (applied: AppliedSteps | null) =>
  applied === null ? 0 : Math.round(startOfRecord(applied.times) * 1e6);

/**
 * A record begins where its steps let it begin. Decoded again it keeps the date that a person may have given it; what its file
 * says of its date since is believed.
 * @param startUs that its file says
 */
function dated(
  startUs: number | undefined,
  { beforeUs, nowUs }: { readonly beforeUs: number; readonly nowUs: number },
) {
  const moved =
    nowUs === beforeUs ? records.startedAt : sql`${records.startedAt} + ${nowUs - beforeUs} * interval '1 microsecond'`;
  if (startUs === undefined) return nowUs === beforeUs ? {} : { startedAt: sql`${moved}` };
  const found = new Date((startUs + nowUs) / 1000).toISOString();
  const isSame = sql`${records.startUs} = ${startUs}`;
  return {
    startUs,
    startedAt: sql`CASE WHEN ${isSame} THEN ${moved} ELSE ${found}::timestamptz END`,
    wrongTime: sql`${isSame} AND ${records.wrongTime}`,
  };
}

/** Sports of one name that are looked at. */
const mostNamesakes = 20;

/** A record that nobody gave a sport gets the one that its file says, when it is first decoded and there is one that is called so. */
async function nameSport(tx: Queryable, recordId: number, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const plainName = sql`regexp_replace(lower(${sports.name}), '[^a-z]+', '_', 'g')`;
  const names = sportsCalled(name);
  const found = await tx
    .select({ id: sports.id, name: sql<string>`${plainName}` })
    .from(sports)
    .where(inArray(plainName, names))
    .limit(mostNamesakes);
  const called = names.map((one) => found.filter((sport) => sport.name === one)).find((one) => one.length > 0) ?? [];
  const [only] = called;
  if (only === undefined || called.length > 1) return;
  await tx
    .update(records)
    .set({ sportId: only.id })
    .where(and(eq(records.id, recordId), isNull(records.sportId), eq(records.signalsVersion, 1)));
}

/** Each lap of a file, or run whose time begins again, is a selection; a record that has selections keeps just those. */
async function selectPasses(tx: Queryable, recordId: number, passes: Decoded['passes']): Promise<void> {
  const wide = passes.filter(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds);
  if (wide.length === 0 || (await tx.$count(selections, eq(selections.recordId, recordId))) > 0) return;
  await tx
    .insert(selections)
    .values(wide.map(({ fromSeconds, toSeconds }, i) => ({ recordId, num: i + 1, t0: fromSeconds, t1: toSeconds })));
}

/** Whether the samples that are read were made with the steps that are on. */
async function isOfItsSteps(
  tx: Queryable,
  { id, appliedSteps }: { readonly id: number; readonly appliedSteps: AppliedSteps | null },
): Promise<boolean> {
  const on = (await readSteps(tx, id)).flatMap(({ uid, isOn }) => (isOn ? [uid] : []));
  const applied = appliedSteps?.uids ?? [];
  return on.length === applied.length && on.every((uid) => applied.includes(uid));
}

/**
 * Says why a record was not decoded; its source stays. With signals of an earlier decoding it stays readable, and a
 * cancelled one leaves no trace then, unless its steps were changed.
 */
export async function saveFailure(
  { life, files }: { readonly life: Life; readonly files: Pick<Files, 'has'> },
  recordId: number,
  why: Translated | 'cancelled',
): Promise<void> {
  await life.inTransaction(async (tx) => {
    const [record] = await tx
      .select()
      .from(records)
      .where(and(eq(records.id, recordId), inArray(records.decodeState, [...pendingStates])))
      .for('update');
    if (!record) return;
    const readable = Object.keys(record.availableData).length > 0 && (await files.has(stored.signals(record.uid)));
    await life.move(tx, record, readable ? 'done' : 'error', { from: pendingStates });
    if (readable && why === 'cancelled') {
      if (await isOfItsSteps(tx, record)) return;
      await tx.insert(recordErrors).values({ recordId, type: 'WARN', msg: cancelledSteps });
      return;
    }
    const msg = why === 'cancelled' ? cancelledDecoding : why;
    if (!readable) await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
    await tx
      .insert(recordErrors)
      .values(readable ? { recordId, type: 'ERROR', msg: earlierSignalsStay(msg) } : { recordId, type: 'FATAL', msg });
  });
}
