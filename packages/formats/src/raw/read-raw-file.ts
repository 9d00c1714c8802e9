import { type ByteSource, headOf, type Scratch } from '../byte-source.ts';
import { type FileProblem, type FileRead, type Finding, isProblem } from '../recording.ts';
import type { Piece } from '../rows/column-pieces.ts';
import { findSecondSection } from './find-second-section.ts';
import { FrameColumns, FrameSpool } from './frame-columns.ts';
import { maxHeaderBytes, type RawHeader, readRawHeader } from './read-header.ts';
import type { RawModule } from './read-module.ts';
import { FrameScan } from './scan-frames.ts';

/**
 * Reads a raw device file (docs/file-formats.md) in two passes, the first to learn what is in it: memory does not grow with
 * the file. Never throws because of it; damage becomes findings. Columns are scaled to physical values.
 */
export function* readRaw(source: ByteSource, newScratch: () => Scratch): Generator<Piece, FileRead | FileProblem> {
  const header = readRawHeader(headOf(source, maxHeaderBytes));
  if (isProblem(header)) return header;
  const overwrittenAt = findSecondSection(source, header.dataStart);
  const end = overwrittenAt ?? source.sizeBytes;
  const learnt = learnModules(source, header, end);
  if (learnt.modules.length === 0) return { problem: 'noSamples' };
  yield* readModules(source, header, end, learnt.modules, newScratch);
  const findings: Finding[] = [];
  if (learnt.bytesLost > 0) findings.push(lostBytes(learnt.bytesLost));
  if (overwrittenAt !== undefined) findings.push(overwritten);
  const { startUs, bytesLost } = learnt;
  return { ...header.about, startUs, findings, bytesLost, passes: [] };
}

/** A module with frames. */
interface Learnt {
  readonly module: RawModule;
  readonly inOrder: boolean;
}

function learnModules(source: ByteSource, header: RawHeader, end: number) {
  const seen = new Map<RawModule, { last: number; inOrder: boolean }>();
  const scan = new FrameScan(source, header, end);
  for (let module = scan.next(); module; module = scan.next()) {
    const known = seen.get(module);
    if (known) {
      if (scan.seconds < known.last) known.inOrder = false;
      known.last = scan.seconds;
    } else seen.set(module, { last: scan.seconds, inOrder: true });
  }
  const modules = header.modules.flatMap((module): Learnt[] => {
    const known = seen.get(module);
    return known ? [{ module, inOrder: known.inOrder }] : [];
  });
  return { modules, startUs: scan.startUs, bytesLost: scan.bytesLost };
}

/** Modules whose frames are in order go on as they come; the others wait in scratch until all of them are there. */
function* readModules(
  source: ByteSource,
  header: RawHeader,
  end: number,
  learnt: readonly Learnt[],
  newScratch: () => Scratch,
): Generator<Piece> {
  const columns = new Map<RawModule, FrameColumns>();
  const spools = new Map<RawModule, FrameSpool>();
  for (const { module, inOrder } of learnt) {
    const { length: modules } = learnt;
    const gathers = inOrder ? new FrameColumns(module, modules) : new FrameSpool(module, newScratch, modules);
    if (gathers instanceof FrameColumns) columns.set(module, gathers);
    else spools.set(module, gathers);
    // Without samples: modules come in the order of the header, not of their first full piece.
    yield gathers.take();
  }
  const scan = new FrameScan(source, header, end);
  for (let module = scan.next(); module; module = scan.next()) {
    const into = columns.get(module);
    if (into) {
      into.add(scan.seconds, scan.values);
      if (into.isFull) yield into.take();
    } else spools.get(module)?.add(scan.seconds, scan.values);
  }
  for (const { module } of learnt) {
    const rest = columns.get(module);
    if (rest && !rest.isEmpty) yield rest.take();
    yield* spools.get(module)?.pieces() ?? [];
  }
}

function lostBytes(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `${count} octets illisibles ont été sautés.`,
      en: `${count} unreadable bytes were skipped.`,
    },
  };
}

const overwritten: Finding = {
  type: 'ERROR',
  msg: {
    fr: 'Le fichier a été écrasé par un autre enregistrement\u00a0: la suite est perdue.',
    en: 'The file was overwritten by another record: the rest is lost.',
  },
};
