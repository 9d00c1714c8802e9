import { boundRows, type ReadBound } from '../bound-read.ts';
import type { ByteSource, Scratch } from '../byte-source.ts';
import type { FileProblem, FileRead, Finding, Pass, RecordingModuleInfo } from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import { RowSpool } from '../rows/row-spool.ts';
import { isChecksumRight } from './check-sum.ts';
import { cutFit, damagedFit, lostRecords, movedRecords, tooManyLaps, wrongChecksum } from './fit-findings.ts';
import { firstDateSeconds, fitMessage, type LearntFit, learnFit, maxLaps } from './learn-fit.ts';
import { maxFitColumns } from './record-columns.ts';
import { FitMessages } from './walk-messages.ts';

/** s from 1970 to the zero of FIT's times, 1989-12-31. */
const epochSeconds = 631_065_600;

export function boundFit(source: ByteSource): ReadBound {
  const { rows, columns } = learnFit(source);
  return boundRows(
    rows,
    Array.from({ length: columns.count }, () => 'f64'),
  );
}

/**
 * Reads the records of a FIT file as one module `fit`, its laps as stretches. Two passes: the first learns which fields have
 * values. Memory does not grow with the file. Never throws because of it.
 */
export function* readFit(source: ByteSource, newScratch: () => Scratch): Generator<Piece, FileRead | FileProblem> {
  const learnt = learnFit(source);
  const { columns, believed } = learnt;
  if (columns.tooMany) return { problem: 'tooManyColumns', most: maxFitColumns };
  const kept = columns.kept();
  if (learnt.rows === 0 || kept.columns.length === 0) return { problem: 'noSamples' };
  const { spool, lost } = spoolRecords(source, learnt, newScratch);
  const sorted = spool.stepsBack > 0 ? spool.sorted() : undefined;
  const module: RecordingModuleInfo = { name: 'fit', type: 'fit', rateHz: learnt.rateHz, columns: kept.columns };
  yield* columnPieces(module, kept.from, sorted?.rows() ?? spool.inFileOrder());
  const findings = findingsOf(source, learnt, { lost, movedBack: spool.stepsBack });
  return {
    startUs: believed.zero < firstDateSeconds ? undefined : (believed.zero + epochSeconds) * 1e6,
    findings,
    passes: lapsWithin(learnt, spool.maxSeconds),
    bytesLost: 0,
    ...{ version: '', deviceType: 'fit', deviceNumber: undefined, recordType: 'record', folderName: undefined },
    sport: learnt.sport,
  };
}

function spoolRecords(source: ByteSource, { columns, believed }: LearntFit, newScratch: () => Scratch) {
  const messages = new FitMessages(source);
  const spool = new RowSpool(columns.count, newScratch);
  let lost = 0;
  while (messages.next()) {
    if (messages.message === fitMessage.fieldDescription) columns.describe(messages);
    if (messages.message !== fitMessage.record) continue;
    const { timestamp } = messages;
    if (timestamp === undefined || timestamp < believed.from || timestamp >= believed.to) lost++;
    else if (columns.read(messages)) spool.add(timestamp - believed.zero, columns.values);
  }
  return { spool, lost };
}

function findingsOf(
  source: ByteSource,
  { messages, moreLaps }: LearntFit,
  { lost, movedBack }: { readonly lost: number; readonly movedBack: number },
): Finding[] {
  const { damagedAt, cut } = messages;
  return [
    ...(damagedAt === undefined ? [] : [damagedFit(damagedAt)]),
    ...(cut ? [cutFit] : []),
    ...(!cut && damagedAt === undefined && !isChecksumRight(source) ? [wrongChecksum] : []),
    ...(lost > 0 ? [lostRecords(lost)] : []),
    ...(movedBack > 0 ? [movedRecords(movedBack)] : []),
    ...(moreLaps ? [tooManyLaps(maxLaps)] : []),
  ];
}

/** Laps within the records; one that is all of them says nothing. */
function lapsWithin({ laps, believed: { zero } }: LearntFit, endSeconds: number): Pass[] {
  const within = laps.map(({ from, seconds }) => ({
    fromSeconds: Math.max(0, from - zero),
    toSeconds: Math.min(endSeconds, from - zero + seconds),
  }));
  return laps.length < 2 ? [] : within.filter(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds);
}
