import { join } from 'node:path';
import type { ClockDrift, SeenJump } from '@sillage/contract';
import { type BlockHeader, blockDamage, readCheckedBlockHeader } from '@sillage/device-protocol';
import { stepsTogether } from '@sillage/domain';
import type { Finding } from '@sillage/formats';
import { SequenceSet, scanJournal } from '../journal/index.ts';
import type { StoredModule } from '../store/index.ts';
import type { SteppedWriter } from './apply-steps.ts';
import { type DecodeProblem, type DecodeTask, type DecodeWatch, finding } from './decode-task.ts';
import { DriftWatch } from './find-clock-drift.ts';
import { ClockWatch, type WentBack } from './find-clock-jumps.ts';
import { LateBlocks } from './late-blocks.ts';
import { ModuleLayouts } from './module-layouts.ts';
import { SampleBuffer } from './sample-buffer.ts';

/** s around the record's start beyond which a block's time cannot be true. */
const earliestSeconds = -100;
const latestSeconds = 10 * 24 * 3600;

interface JournalIndex {
  readonly layouts: ModuleLayouts;
  readonly late: LateBlocks;
  readonly clock: ClockWatch;
  readonly drift: DriftWatch;
  /** Blocks that should be there and are not. */
  missing: number;
  /** Blocks that cannot be read or placed. */
  unusable: number;
}

interface DecodedJournal {
  readonly modules: StoredModule[];
  readonly findings: Finding[];
  readonly clockJumps: SeenJump[];
  readonly clockDrift: ClockDrift | null;
}

/**
 * Decodes a journal in two passes: one learns which blocks came late, the other writes all of them in order, each once.
 * Memory does not grow with the record.
 */
export async function decodeJournal(
  task: DecodeTask,
  writer: SteppedWriter,
  watch: DecodeWatch,
): Promise<DecodedJournal | DecodeProblem> {
  const late = new LateBlocks(join(task.work, 'late'), watch.wrote);
  try {
    const index = indexJournal(task, late, watch);
    const back = index.clock.wentBack(stepsTogether(task.steps).times.jumps);
    writer.unfolded(back.map(({ at, seconds }) => ({ at, seconds })));
    const buffers = await writeBlocks(task, { ...index, back }, writer, watch);
    const used = [...buffers.values()].filter(({ buffer }) => buffer.samples > 0);
    // A device that measured nothing (no satellite in sight) made an empty record, not a broken one.
    const isDescribed = index.layouts.metas > 0;
    const isLost = index.missing > 0 || index.unusable > 0 || !isDescribed;
    if (used.length === 0 && isLost) {
      const field = task.metaProblem ?? (isDescribed ? undefined : 'meta: not published');
      return field === undefined ? { problem: 'noBlocks' } : { problem: 'notDescribed', field };
    }
    const moved = {
      heldBack: used.reduce((sum, { buffer }) => sum + buffer.heldBack, 0),
      fromFuture: used.reduce((sum, { buffer }) => sum + buffer.fromFuture, 0),
    };
    return {
      modules: used.map(({ module }) => module),
      findings: findingsOf(index, moved),
      clockJumps: index.clock.jumps(),
      clockDrift: index.drift.drift(),
    };
  } finally {
    late.close();
  }
}

function indexJournal(task: DecodeTask, late: LateBlocks, { read }: DecodeWatch): JournalIndex {
  const index: JournalIndex = {
    layouts: new ModuleLayouts(),
    late,
    clock: new ClockWatch(),
    drift: new DriftWatch(),
    missing: 0,
    unusable: 0,
  };
  const received = new Map<string, { all: SequenceSet; count: number }>();
  let declaredMissing = 0;
  for (const entry of scanJournal(task.path, read)) {
    if (entry.kind === 'header') index.layouts.add(entry.header.meta);
    else if (entry.kind === 'end') declaredMissing = entry.missingBlocks;
    else if (entry.kind === 'arrival') index.drift.take(entry.arrival, task.startUs);
    else {
      const { header } = entry;
      const meta = index.layouts.metas - 1;
      const module = index.layouts.find(meta, header.moduleId);
      if (!module || !isPlausible(header, task.startUs)) {
        index.unusable++;
        continue;
      }
      if (index.clock.take(module.name, module.meta, header, task.startUs)) index.drift.leapt();
      const known = received.get(module.name) ?? { all: new SequenceSet(), count: 0 };
      received.set(module.name, known);
      const isNew = known.all.add(header.sequence);
      if (header.sequence >= known.count) known.count = header.sequence + 1;
      else if (isNew) late.add(module.name, header.sequence, meta, entry.bytes);
    }
  }
  let gaps = 0;
  for (const { all, count } of received.values()) gaps += all.countMissing(count);
  index.missing = Math.max(gaps, declaredMissing);
  late.sort();
  return index;
}

type Buffers = Map<string, { module: StoredModule; buffer: SampleBuffer }>;

async function writeBlocks(
  task: DecodeTask,
  index: JournalIndex & { readonly back: readonly WentBack[] },
  writer: SteppedWriter,
  { read }: DecodeWatch,
): Promise<Buffers> {
  const { layouts } = index;
  const buffers: Buffers = new Map();

  function bufferOf(layout: string): SampleBuffer {
    const known = buffers.get(layout);
    if (known) return known.buffer;
    const module = [...layouts.entries()].find(([key]) => key === layout)?.[1].module;
    if (!module) throw new Error(`no layout ${layout}`);
    const types = module.columns.map((column) => column.type);
    const buffer = new SampleBuffer(writer.module(module), types);
    buffers.set(layout, { module, buffer });
    return buffer;
  }

  for (const { bytes, header, meta } of blocksInOrder(task, index, read)) {
    const found = layouts.find(meta, header.moduleId);
    if (!found || blockDamage(bytes, header, found.meta) !== undefined) {
      index.unusable++;
      continue;
    }
    const buffer = bufferOf(found.layout);
    buffer.take(bytes, unfoldedBlock(header, found.name, index.back, task.startUs), found.meta, task.startUs);
    if (buffer.filled) await buffer.flush();
  }
  for (const { buffer } of buffers.values()) await buffer.end();
  return buffers;
}

/** A block behind jumps back that are taken out, as its clock would have said. */
function unfoldedBlock(header: BlockHeader, module: string, back: readonly WentBack[], startUs: number): BlockHeader {
  let backUs = 0;
  for (const { at, seconds, from } of back) {
    const first = from.get(module);
    // A module that could not see it is behind it where its own clock says more.
    const isBehind = first === undefined ? header.firstSampleUs > startUs + at * 1e6 : header.sequence >= first;
    if (isBehind) backUs -= seconds * 1e6;
  }
  return backUs === 0 ? header : { ...header, firstSampleUs: header.firstSampleUs + Math.round(backUs) };
}

interface OrderedBlock {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Which meta of the journal describes it. */
  readonly meta: number;
}

/** The blocks of each module by sequence, each once; valid until the next is asked for. */
function* blocksInOrder(
  task: DecodeTask,
  { layouts, late }: JournalIndex,
  read: DecodeWatch['read'],
): Generator<OrderedBlock> {
  const nextSequence = new Map<string, number>();
  let meta = -1;

  function* lateBelow(module: string, limit: number): Generator<OrderedBlock> {
    for (let block = late.takeBelow(module, limit); block; block = late.takeBelow(module, limit)) {
      yield { ...block, header: readCheckedBlockHeader(block.bytes) };
    }
  }

  for (const entry of scanJournal(task.path, read)) {
    if (entry.kind === 'header') meta++;
    if (entry.kind !== 'block' || !isPlausible(entry.header, task.startUs)) continue;
    const { bytes, header } = entry;
    const name = layouts.find(meta, header.moduleId)?.name;
    if (name === undefined || header.sequence < (nextSequence.get(name) ?? 0)) continue;
    yield* lateBelow(name, header.sequence);
    nextSequence.set(name, header.sequence + 1);
    yield { bytes, header, meta };
  }
  for (const name of nextSequence.keys()) yield* lateBelow(name, Number.POSITIVE_INFINITY);
}

function isPlausible(header: BlockHeader, startUs: number): boolean {
  const seconds = (header.firstSampleUs - startUs) / 1e6;
  return seconds >= earliestSeconds && seconds <= latestSeconds;
}

/** Samples whose time cannot be the one they were stamped with. */
type Moved = Pick<SampleBuffer, 'heldBack' | 'fromFuture'>;

function findingsOf({ missing, unusable }: JournalIndex, { heldBack, fromFuture }: Moved): Finding[] {
  const findings: Finding[] = [];
  if (missing > 0) {
    findings.push(
      finding('WARN', {
        fr: `${missing} blocs manquent\u00a0: le capteur ne les a pas rendus.`,
        en: `${missing} blocks are missing: the device did not give them back.`,
      }),
    );
  }
  if (unusable > 0) {
    findings.push(
      finding('WARN', {
        fr: `${unusable} blocs illisibles ont été écartés.`,
        en: `${unusable} unreadable blocks were left out.`,
      }),
    );
  }
  if (fromFuture > 0) {
    findings.push(
      finding('WARN', {
        fr: `${fromFuture} mesures étaient datées du futur\u00a0: elles ont été replacées parmi leurs voisines.`,
        en: `${fromFuture} samples were dated in the future: they were put back among their neighbours.`,
      }),
    );
  }
  if (heldBack > 0) {
    findings.push(
      finding('WARN', {
        fr: `L’horloge du capteur a reculé\u00a0: ${heldBack} mesures ont été replacées.`,
        en: `The device's clock went back: ${heldBack} samples were moved.`,
      }),
    );
  }
  return findings;
}
