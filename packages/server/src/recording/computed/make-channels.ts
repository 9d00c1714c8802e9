import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import type { CheckedFormula, Part } from '@sillage/signal/formula';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { codeOf, type DataFolder, stored } from '../../platform/files/index.ts';
import { Threads } from '../../platform/threads/index.ts';
import type { SignalStore } from '../store/index.ts';
import { boundBytes } from './bound-bytes.ts';
import type { ComputeOutcome, ComputeTask } from './compute-task.ts';
import type { RecordToCompute } from './computed.ts';
import { secondsOfFormula } from './cost-of-formula.ts';
import { ComputedCache } from './keep-cache.ts';
import { refuseOutcome, refuseTooMuch } from './refuse-formula.ts';

/** Changes when a formula is computed in another way, so that what was computed before is not read any more. */
const computedVersion = 1;
/** Computations at once: the one in the thread, and those that wait for room on the disk or for the thread. */
const mostAtOnce = 32;
/** Of the disk, and bytes, that computed samples may take. */
const [cacheShare, cacheBytes] = [0.05, 8 * 1024 ** 3];
/** A block of samples each part holds, and pages of the thread. */
const maxOldGenerationSizeMb = 256;
/** Times what a formula is thought to take after which it ends: the machine may have other work. */
const patience = 4;
/** ms in which what was written counts twice at most: as reserved, and as gone. */
const lookEveryMs = 100;

export interface MakerDependencies {
  readonly folder: DataFolder;
  readonly store: Pick<SignalStore, 'forget'>;
  readonly disk: Pick<DiskLedger, 'reserve' | 'report' | 'measure'>;
}

/** What is computed, and of which samples. */
export interface ToMake {
  readonly record: Pick<RecordToCompute, 'uid' | 'signalsVersion'>;
  readonly text: string;
  readonly formula: CheckedFormula;
  readonly variables: ComputeTask['variables'];
  /** Samples at whose times it is computed, and the most that any of its variables has. */
  readonly samples: number;
  readonly mostSamples: number;
}

/** Makes samples of formulas, each once, one after the other in a thread, and keeps what was made. */
export function createMaker({ folder: { files, working }, store, disk }: MakerDependencies) {
  const pool = new Threads<ComputeTask, ComputeOutcome>({
    filename: new URL('./compute-worker.ts', import.meta.url).href,
    name: 'computeSignals',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    maxQueue: mostAtOnce,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb },
  });
  const mostBytes = () => Math.min(cacheBytes, cacheShare * disk.report().totalBytes);
  const cache = new ComputedCache({ files, forget: (path) => store.forget(path), mostBytes });
  const making = new Map<string, Making>();

  async function reserve(bytes: number) {
    const room = await disk.reserve('task', bytes);
    if (!isRefusal(room)) return room;
    // What can be computed again makes room for what is wanted now.
    const { freeBytes, keptBytes, reservedBytes } = disk.report();
    const reserved = Object.values(reservedBytes).reduce((sum, one) => sum + one, 0);
    if (!(await cache.makeRoom(bytes - (freeBytes - keptBytes - reserved)))) return room;
    await disk.measure();
    return disk.reserve('task', bytes);
  }

  async function compute(name: string, wanted: ToMake, signal: AbortSignal): Promise<undefined | Refusal> {
    const room = await reserve(boundBytes(wanted));
    if (isRefusal(room)) return room;
    const landed = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
    let told = 0;
    const tell = () => {
      const now = Number(Atomics.load(landed, 0));
      if (now !== told) room.wrote(now - told);
      told = now;
    };
    const timer = setInterval(tell, lookEveryMs).unref();
    try {
      return await working.withFolder(`compute-${name}`, async (work) => {
        const task = {
          signals: await files.localPath(stored.signals(wanted.record.uid)),
          root: wanted.formula.root,
          variables: wanted.variables,
          folder: join(work, 'channel'),
          rateHz: wanted.formula.rateHz ?? 0,
          mostMs: patience * limits.formulaSeconds * 1000,
          ...{ work, landed },
        };
        const outcome = await pool.run(task, { signal });
        if ('problem' in outcome) return refuseOutcome(outcome.problem, wanted.text);
        await files.place({ from: task.folder, to: stored.computed(name) });
        await cache.add(name, outcome.sizeBytes);
        return undefined;
      });
    } catch (error) {
      if (signal.aborted) return refuse('entity.notFound');
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return refuseTooMuch(wanted.text);
      throw error;
    } finally {
      clearInterval(timer);
      tell();
      room.release();
    }
  }

  function begin(name: string, wanted: ToMake): Making {
    const ending = new AbortController();
    const made = compute(name, wanted, ending.signal).finally(() => making.delete(name));
    const begun = { recordUid: wanted.record.uid, made, end: () => ending.abort() };
    making.set(name, begun);
    return begun;
  }

  return {
    /** The folder of its samples, computed if they are not there; it stays until the signal is aborted. */
    async folderOf(wanted: ToMake, until: AbortSignal): Promise<string | Refusal> {
      const { record, formula, text } = wanted;
      const name = `${record.uid}.${record.signalsVersion}.${hashOf(formula.root)}`;
      cache.pin(name, until);
      if (!(await cache.use(name))) {
        const seconds = secondsOfFormula(formula.root, formula.rateHz, wanted.mostSamples);
        if (seconds > limits.formulaSeconds) return refuseTooMuch(text);
        const under = making.get(name);
        if (under === undefined && making.size >= mostAtOnce) return refuse('formula.busy');
        const refused = await (under ?? begin(name, wanted)).made;
        if (isRefusal(refused)) return refused;
      }
      return files.localPath(stored.computed(name));
    },
    /** Ends what is computed of a record that is gone, and removes what was. */
    async forgetRecord(uid: string): Promise<void> {
      const ended = [...making.values()].filter(({ recordUid }) => recordUid === uid);
      for (const { end } of ended) end();
      await Promise.allSettled(ended.map(({ made }) => made));
      await cache.forgetRecord(uid);
    },
    close: () => pool.destroy(),
  };
}

/** A computation under way. */
interface Making {
  readonly recordUid: string;
  readonly made: Promise<undefined | Refusal>;
  end(): void;
}

function hashOf(root: Part): string {
  return createHash('sha256')
    .update(JSON.stringify([computedVersion, root]))
    .digest('hex')
    .slice(0, 32);
}
