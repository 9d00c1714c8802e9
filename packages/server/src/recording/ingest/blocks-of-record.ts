import type { DeviceMeta, StoredRecord } from '@sillage/device-protocol';
import type { JournalContent, SequenceSet } from '../journal/index.ts';

/**
 * The number of a module in the blocks of a record: as its journal has it, because the device may number its modules
 * otherwise by now. Only a module that the journal does not name, under a number that it gives to none, is the device's.
 */
function moduleIdOf({ header }: JournalContent, present: DeviceMeta | undefined, name: string): number | undefined {
  const own = header?.meta.modules ?? {};
  const id = own[name]?.id ?? present?.modules[name]?.id;
  return own[name] === undefined && Object.values(own).some((module) => module.id === id) ? undefined : id;
}

/** Sequences of a module that are in the journal. */
export function receivedOf(
  content: JournalContent,
  present: DeviceMeta | undefined,
  name: string,
): SequenceSet | undefined {
  const id = moduleIdOf(content, present, name);
  return id === undefined ? undefined : content.received.get(id);
}

/** How many of the blocks that the device has are not in the journal. */
export function countMissing(
  content: JournalContent,
  present: DeviceMeta | undefined,
  { blocks }: Pick<StoredRecord, 'blocks'>,
): number {
  return Object.entries(blocks).reduce(
    (sum, [name, count]) => sum + (receivedOf(content, present, name)?.countMissing(count) ?? count),
    0,
  );
}
