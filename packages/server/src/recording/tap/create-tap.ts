import type { BlockHeader, ModuleMeta } from '@sillage/device-protocol';

/** A block that is in the journal already, or belongs to no record. Repaired blocks of the past do not come by here. */
export interface TappedBlock {
  readonly header: BlockHeader;
  /** Of the module. */
  readonly name: string;
  readonly module: ModuleMeta;
  /** Valid until the listener returns. */
  readonly bytes: Uint8Array;
}

/** What comes from devices as it comes, for whoever works with it while it does. */
export interface Tap {
  /**
   * Hears each block of a device, as the device sends it: a device knows one rate. Who shows less decimates. Answers how
   * to stop.
   */
  listen(number: number, heard: (block: TappedBlock) => void): () => void;
  /** Hears each block of each device, as it comes; nobody is asked to stream for that. */
  listenToAll(heard: (number: number, block: TappedBlock) => void): () => void;
  /** Whether somebody listens to a device: then it must stream, also while it does not record. */
  isHeard(number: number): boolean;
  /** Told when a device gets its first listener. */
  onFirst(listener: (number: number) => void): void;
  /** µs, device clock: T = 0 of a record that the device is making; undefined when that is not known. */
  startOf(number: number, recordId: number): number | undefined;
}

/** The side of ingest, from which blocks come. */
export interface TapSource extends Tap {
  /** Called for each block of each device: one look into a map when nobody listens. */
  pass(number: number, header: BlockHeader, name: string, module: ModuleMeta, bytes: Uint8Array): void;
  /** Tells the start of the record that the device's next blocks belong to. */
  recordStarted(number: number, recordId: number, startUs: number): void;
}

/**
 * Counts who listens to which device, and hands on what it sends.
 * @param failed told the first error of each listener; the others hear the block all the same
 */
export function createTap(failed: (number: number, error: unknown) => void): TapSource {
  const listeners = new Map<number, Set<(block: TappedBlock) => void>>();
  const starts = new Map<number, { readonly recordId: number; readonly startUs: number }>();
  const told: ((number: number) => void)[] = [];
  const everywhere = new Set<(number: number, block: TappedBlock) => void>();

  return {
    listen(number, heard) {
      // Of its own, so that one function that listens twice counts twice.
      const guarded = guard(failed, (_, block) => heard(block));
      const listener = (block: TappedBlock) => guarded(number, block);
      const those = listeners.get(number);
      if (those !== undefined) those.add(listener);
      else {
        listeners.set(number, new Set([listener]));
        for (const first of told) first(number);
      }
      return () => {
        const left = listeners.get(number);
        if (left?.delete(listener) && left.size === 0) listeners.delete(number);
      };
    },
    listenToAll(heard) {
      const listener = guard(failed, heard);
      everywhere.add(listener);
      return () => void everywhere.delete(listener);
    },
    isHeard: (number) => listeners.has(number),
    onFirst: (listener) => void told.push(listener),
    startOf(number, recordId) {
      const start = starts.get(number);
      return start?.recordId === recordId ? start.startUs : undefined;
    },
    pass(number, header, name, module, bytes) {
      const those = listeners.get(number);
      if (those === undefined && everywhere.size === 0) return;
      const block = { header, name, module, bytes };
      for (const listener of everywhere) listener(number, block);
      for (const listener of those ?? []) listener(block);
    },
    recordStarted: (number, recordId, startUs) => void starts.set(number, { recordId, startUs }),
  };
}

type Hears = (number: number, block: TappedBlock) => void;

/** What fails takes nothing from others: its first error is told, and it goes on hearing. */
function guard(failed: (number: number, error: unknown) => void, heard: Hears): Hears {
  let hasFailed = false;
  return (number, block) => {
    try {
      heard(number, block);
    } catch (error) {
      if (!hasFailed) failed(number, error);
      hasFailed = true;
    }
  };
}
