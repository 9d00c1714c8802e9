import { type BlockHeader, blockHeaderBytes, readBlockHeader, sampleBytes } from '@sillage/device-protocol';
import type { DeviceSession, OpenRecord } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';
import { ensureHeader } from './open-records.ts';

/** Blocks of a device held until their record is open, at most; the device still has those beyond. */
const maxHeldBlocks = 2000;

/** Takes a block from the wire: what is whole and new goes to the journal, then to those who watch. */
export function takeBlock(tools: IngestTools, session: DeviceSession, bytes: Uint8Array): void {
  const header = readBlockHeader(bytes);
  if (typeof header === 'string') {
    tools.tally.count('block.refused', { device: session.number, reason: header });
    return;
  }
  const known = session.modulesById.get(header.moduleId);
  const whole =
    known !== undefined && bytes.length === blockHeaderBytes + header.sampleCount * sampleBytes(known.module);
  if (!whole || header.sampleCount === 0) {
    const reason = known === undefined ? `module ${header.moduleId}` : 'size';
    tools.tally.count('block.refused', { device: session.number, reason });
    return;
  }
  if (header.recordId === 0) {
    tools.live.add(session.number, header, known.name, known.module, bytes);
    return;
  }
  const record = session.records.get(header.recordId);
  if (record === undefined) holdBlock(session, header, bytes);
  else if (record.state !== 'finishing' && keepBlock(tools, session, record, header, bytes)) {
    tools.live.add(session.number, header, known.name, known.module, bytes);
  }
}

/** Writes a block to the journal unless it is there already. */
function keepBlock(
  tools: IngestTools,
  session: DeviceSession,
  record: OpenRecord,
  header: BlockHeader,
  bytes: Uint8Array,
): boolean {
  const { journal } = record;
  if (journal.content.received.get(header.moduleId)?.has(header.sequence)) return false;
  if (!ensureHeader(session, record) || !journal.append([bytes])) {
    tools.tally.count('block.notWritten', { device: session.number, reason: journal.state });
    return false;
  }
  record.lastUs = Math.max(record.lastUs, header.firstSampleUs);
  return true;
}

function holdBlock(session: DeviceSession, header: BlockHeader, bytes: Uint8Array): void {
  if (session.closed.has(header.recordId) || session.heldBlocks >= maxHeldBlocks) return;
  const held = session.held.get(header.recordId) ?? [];
  held.push(Uint8Array.from(bytes)); // the message's memory is the broker's
  session.held.set(header.recordId, held);
  session.heldBlocks++;
}

/** Takes the blocks that waited for the record to be open. */
export function releaseHeldBlocks(tools: IngestTools, session: DeviceSession, deviceRecordId: number): void {
  const held = session.held.get(deviceRecordId) ?? [];
  session.held.delete(deviceRecordId);
  session.heldBlocks -= held.length;
  for (const bytes of held) takeBlock(tools, session, bytes);
}
