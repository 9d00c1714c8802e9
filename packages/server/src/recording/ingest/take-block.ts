import { type BlockHeader, blockHeaderBytes, readBlockHeader } from '@sillage/device-protocol';
import type { Arrival, SequenceSet } from '../journal/index.ts';
import type { OpenRecord } from './device-record.ts';
import { type DeviceSession, type NamedModule, nameModule } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { writeHeader } from './open-records.ts';

/** Descriptions of the device in one record; blocks that only a later one explains are asked for after the record. */
const maxHeaders = 64;
/** Gaps between the blocks of one record: each takes memory. A lossy day has a tenth of them; who leaves out every second block ends here. */
const maxGaps = 500_000;
/** µs by which a block's time may be ahead of the device's clock. */
const aheadUs = 10e6;

/** Takes a block from the wire: what is whole and new goes to the journal, then to those who watch. */
export function takeBlock(dependencies: IngestDependencies, session: DeviceSession, bytes: Uint8Array): void {
  const { number: device } = session;
  const header = readBlockHeader(bytes);
  if (typeof header === 'string') {
    dependencies.tally.count('block.refused', { device, reason: header });
    return;
  }
  const record = session.records.taking(header.recordId);
  const known = explain(session, record, header, bytes.length);
  if (typeof known === 'string') {
    dependencies.tally.count('block.refused', { device, reason: known });
  } else if (header.recordId === 0) {
    dependencies.tap.pass(device, header, known.name, known.module, bytes);
  } else if (record === undefined) {
    if (session.records.endOf(header.recordId) !== undefined) return;
    for (let dropped = dependencies.held.hold(device, header.recordId, bytes); dropped > 0; dropped--) {
      dependencies.tally.count('block.dropped', { device });
    }
  } else if (record.state !== 'finishing') {
    // What is sent again after the stop, what was kept while the hub was away, and what closes a gap is of the past:
    // nobody watches that as live.
    const isPast = header.sequence < (record.journal.content.received.get(header.moduleId)?.end ?? 0);
    const isLive = record.state === 'recording' && !isPast;
    const isNew = keepBlock(dependencies, session, record, { header, bytes, known, isLive });
    if (isNew && isLive) dependencies.tap.pass(device, header, known.name, known.module, bytes);
  }
}

/**
 * The module that explains a block, or why none does. While a device records its present description counts first;
 * afterwards the one in the record's own journal, because the device may describe itself otherwise by then.
 */
function explain(
  session: DeviceSession,
  record: OpenRecord | undefined,
  { moduleId, sampleCount }: BlockHeader,
  blockBytes: number,
): NamedModule | string {
  if (sampleCount === 0) return `module ${moduleId}`;
  const sampleBytes = (blockBytes - blockHeaderBytes) / sampleCount;
  const present = session.modulesById.get(moduleId);
  let found = present;
  if (record?.state !== 'recording' || present?.sampleBytes !== sampleBytes) {
    const own = record && moduleOfJournal(record, moduleId);
    if (own === undefined && present === undefined) return `module ${moduleId}`;
    found = own?.sampleBytes === sampleBytes ? own : present;
  }
  if (found?.sampleBytes !== sampleBytes) return 'size';
  const tooMany = record !== undefined && record.headers >= maxHeaders && needsHeader(session, record, found);
  return tooMany ? 'meta changed too often' : found;
}

function moduleOfJournal({ journal }: OpenRecord, moduleId: number): NamedModule | undefined {
  const modules = Object.entries(journal.content.header?.meta.modules ?? {});
  const found = modules.find(([, module]) => module.id === moduleId);
  return found && nameModule(...found);
}

/**
 * Whether a block is explained by what the device says of its modules now, and the journal has it otherwise; its name
 * and commands explain no block.
 */
function needsHeader(session: DeviceSession, record: OpenRecord, known: NamedModule): boolean {
  return record.describedAs !== session.modulesText && session.modulesById.get(known.module.id) === known;
}

interface CameBlock {
  readonly header: BlockHeader;
  readonly bytes: Uint8Array;
  readonly known: NamedModule;
  /** It came as it was measured. */
  readonly isLive: boolean;
}

/** Answers the arrival of an earlier block that is to be kept. Where samples have stamps the last one's is not known here. */
function noteArrival(
  { arrivals }: OpenRecord,
  { firstSampleUs, sampleCount }: BlockHeader,
  { module }: NamedModule,
  monotonicMs: number,
  bytes: number,
): Arrival | undefined {
  if (module.timing !== 'regular') return undefined;
  return arrivals.took(firstSampleUs + ((sampleCount - 1) * 1e6) / module.rateHz, monotonicMs, bytes);
}

/** Writes a block to the journal unless it is there already, or the disk refuses: the device still has it. */
function keepBlock(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
  { header, bytes, known, isLive }: CameBlock,
): boolean {
  const { journal } = record;
  const received = journal.content.received.get(header.moduleId);
  if (received?.has(header.sequence)) return false;
  if (received !== undefined && isLoose(received, header.sequence) && countRanges(record) >= maxGaps) {
    dependencies.tally.count('block.refused', { device: session.number, reason: 'too many gaps' });
    return false;
  }
  const monotonicMs = dependencies.clock.monotonicMs();
  const arrival = isLive ? noteArrival(record, header, known, monotonicMs, bytes.length) : undefined;
  if ((needsHeader(session, record, known) && !writeHeader(session, record)) || !journal.append([bytes], arrival)) {
    dependencies.tally.count('block.notWritten', { device: session.number, reason: journal.state });
    return false;
  }
  const nowUs = session.nowUs(monotonicMs);
  if (nowUs === undefined || header.firstSampleUs <= nowUs + aheadUs) {
    record.took(header.firstSampleUs);
  }
  return true;
}

/** Whether none of its neighbours is there. */
function isLoose(received: SequenceSet, sequence: number): boolean {
  return !received.has(sequence - 1) && !received.has(sequence + 1);
}

function countRanges({ journal }: OpenRecord): number {
  let ranges = 0;
  for (const received of journal.content.received.values()) ranges += received.ranges;
  return ranges;
}

/** Takes the blocks that waited for the record to be open. */
export function releaseHeldBlocks(
  dependencies: IngestDependencies,
  session: DeviceSession,
  deviceRecordId: number,
): void {
  for (const bytes of dependencies.held.take(session.number, deviceRecordId)) takeBlock(dependencies, session, bytes);
}
