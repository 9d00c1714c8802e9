import { type BlockHeader, decodeBlock, readBlockHeader, readCheckedBlockHeader } from '@sillage/device-protocol';
import type { Finding } from '@sillage/formats';
import { readJournal, SequenceSet } from '../journal/index.ts';
import type { SignalWriter, StoredModule } from '../store/index.ts';
import { type DecodeProblem, type DecodeTask, finding } from './decode-task.ts';
import { LateBlocks } from './late-blocks.ts';
import { ModuleLayouts } from './module-layouts.ts';
import { SampleBuffer } from './sample-buffer.ts';

/** s around the record's start beyond which a block's time cannot be true. */
const earliestSeconds = -100;
const latestSeconds = 10 * 24 * 3600;

interface JournalIndex {
  readonly layouts: ModuleLayouts;
  readonly late: LateBlocks;
  /** Blocks that should be there and are not. */
  missing: number;
  /** Blocks that cannot be read or placed. */
  unusable: number;
}

/**
 * Decodes a journal in two passes: one learns which blocks came late, the other writes all of them in order, each once.
 * Memory does not grow with the record.
 */
export async function decodeJournal(
  task: DecodeTask,
  writer: SignalWriter,
): Promise<{ modules: StoredModule[]; findings: Finding[] } | DecodeProblem> {
  const late = new LateBlocks(task.spool);
  try {
    const index = await indexJournal(task, late);
    const buffers = await writeBlocks(task, index, writer);
    const used = [...buffers.values()].filter(({ buffer }) => buffer.samples > 0);
    if (used.length === 0) return { problem: 'noSamples' };
    const heldBack = used.reduce((sum, { buffer }) => sum + buffer.heldBack, 0);
    return { modules: used.map(({ module }) => module), findings: findingsOf(index, heldBack) };
  } finally {
    late.close();
  }
}

async function indexJournal(task: DecodeTask, late: LateBlocks): Promise<JournalIndex> {
  const index: JournalIndex = { layouts: new ModuleLayouts(), late, missing: 0, unusable: 0 };
  const received = new Map<string, { all: SequenceSet; count: number }>();
  let declaredMissing = 0;
  for await (const entry of readJournal(task.path)) {
    if (entry.kind === 'header') index.layouts.add(entry.header.meta);
    else if (entry.kind === 'end') declaredMissing = entry.missingBlocks;
    else {
      const header = readBlockHeader(entry.bytes);
      const meta = index.layouts.metas - 1;
      const module = typeof header === 'string' ? undefined : index.layouts.find(meta, header.moduleId);
      if (!module || typeof header === 'string' || !isPlausible(header, task.startUs)) {
        index.unusable++;
        continue;
      }
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

async function writeBlocks(task: DecodeTask, index: JournalIndex, writer: SignalWriter): Promise<Buffers> {
  const { layouts, late } = index;
  const buffers: Buffers = new Map();
  const nextSequence = new Map<string, number>();
  // The first pass has checked every CRC; only when some were wrong must they be told apart again.
  const readHeader = index.unusable === 0 ? readCheckedBlockHeader : readBlockHeader;
  let meta = -1;

  async function write(bytes: Uint8Array, header: BlockHeader, metaNumber: number): Promise<void> {
    const found = layouts.find(metaNumber, header.moduleId);
    const block = found && decodeBlock(bytes, header, found.meta);
    if (!found || !block || typeof block === 'string') {
      index.unusable++;
      return;
    }
    const { buffer } = bufferOf(found.layout);
    for (let from = 0; from < block.timesUs.length; ) {
      from = buffer.take(block.timesUs, block.values, task.startUs, from);
      if (buffer.filled) await buffer.flush();
    }
  }

  function bufferOf(layout: string) {
    const known = buffers.get(layout);
    if (known) return known;
    const module = [...layouts.entries()].find(([key]) => key === layout)?.[1].module;
    if (!module) throw new Error(`no layout ${layout}`);
    const types = module.columns.map((column) => column.type);
    const made = { module, buffer: new SampleBuffer(writer.module(module), types) };
    buffers.set(layout, made);
    return made;
  }

  async function writeLate(module: string, limit: number): Promise<void> {
    for (let block = late.takeBelow(module, limit); block; block = late.takeBelow(module, limit)) {
      await write(block.bytes, readCheckedBlockHeader(block.bytes), block.meta);
    }
  }

  for await (const entry of readJournal(task.path)) {
    if (entry.kind === 'header') meta++;
    if (entry.kind !== 'block') continue;
    const header = readHeader(entry.bytes);
    if (typeof header === 'string' || !isPlausible(header, task.startUs)) continue;
    const name = layouts.find(meta, header.moduleId)?.name;
    if (name === undefined || header.sequence < (nextSequence.get(name) ?? 0)) continue;
    await writeLate(name, header.sequence);
    nextSequence.set(name, header.sequence + 1);
    await write(entry.bytes, header, meta);
  }
  for (const name of nextSequence.keys()) await writeLate(name, Number.POSITIVE_INFINITY);
  for (const { buffer } of buffers.values()) await buffer.flush();
  return buffers;
}

function isPlausible(header: BlockHeader, startUs: number): boolean {
  const seconds = (header.firstSampleUs - startUs) / 1e6;
  return seconds >= earliestSeconds && seconds <= latestSeconds;
}

function findingsOf({ missing, unusable }: JournalIndex, heldBack: number): Finding[] {
  const findings: Finding[] = [];
  if (missing > 0) {
    findings.push(
      finding('WARN', {
        fr: `${missing} blocs manquent : le capteur ne les a pas rendus.`,
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
  if (heldBack > 0) {
    findings.push(
      finding('WARN', {
        fr: `L’horloge du capteur a reculé : ${heldBack} mesures ont été replacées.`,
        en: `The device's clock went back: ${heldBack} samples were moved.`,
      }),
    );
  }
  return findings;
}
