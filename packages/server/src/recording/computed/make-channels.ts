import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import type { CheckedFormula, Part } from '@sillage/signal/formula';
import { Piscina } from 'piscina';
import { type DiskLedger, refusalOfFullDisk } from '../../platform/disk/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { boundModuleBytes, boundSampleBytes, type SignalStore } from '../store/index.ts';
import type { ComputeOutcome, ComputeProblem, ComputeTask } from './compute-task.ts';
import type { RecordToCompute } from './computed.ts';
import { ComputedCache } from './keep-cache.ts';
import { refuseFormula } from './refuse-formula.ts';

/** Changes when a formula is computed in another way, so that what was computed before is not read any more. */
const computedVersion = 1;
/** Computations that wait for the thread. */
const mostWaiting = 32;
/** Of the disk, and bytes, that computed samples may take. */
const [cacheShare, cacheBytes] = [0.05, 8 * 1024 ** 3];
/** A block of samples each part holds, and pages of the thread. */
const maxOldGenerationSizeMb = 256;
/** ms in which what was written counts twice at most: as reserved, and as gone. */
const lookEveryMs = 100;

export interface MakerDependencies {
  readonly folder: DataFolder;
  readonly store: Pick<SignalStore, 'forget'>;
  readonly disk: Pick<DiskLedger, 'reserve' | 'report'>;
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
  const pool = new Piscina<ComputeTask, ComputeOutcome>({
    filename: new URL('./compute-worker.ts', import.meta.url).href,
    name: 'computeSignals',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    maxQueue: mostWaiting,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb },
  });
  const mostBytes = () => Math.min(cacheBytes, cacheShare * disk.report().totalBytes);
  const cache = new ComputedCache({ files, forget: (path) => store.forget(path), mostBytes });
  const making = new Map<string, Promise<undefined | Refusal>>();

  async function reserve(bytes: number) {
    const room = await disk.reserve('task', bytes);
    if (!isRefusal(room)) return room;
    // What can be computed again makes room for what is wanted now.
    await cache.makeRoom(0);
    return disk.reserve('task', bytes);
  }

  async function compute(name: string, prefix: string, wanted: ToMake): Promise<undefined | Refusal> {
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
          ...{ work, landed },
        };
        const outcome = await pool.run(task);
        if ('problem' in outcome) return refusalOf(outcome.problem, wanted.text);
        await files.place({ from: task.folder, to: stored.computed(name) });
        await cache.add(name, outcome.sizeBytes, { uid: wanted.record.uid, prefix });
        return undefined;
      });
    } finally {
      clearInterval(timer);
      tell();
      room.release();
    }
  }

  return {
    cache,
    /** The folder of its samples, computed if they are not there. */
    async folderOf(wanted: ToMake): Promise<string | Refusal> {
      const { record, formula, text } = wanted;
      const prefix = `${record.uid}.${record.signalsVersion}.`;
      const name = `${prefix}${hashOf(formula.root)}`;
      if (!(await cache.use(name))) {
        const work = countParts(formula.root) * wanted.mostSamples;
        if (work > limits.formulaWork) return refuseFormula({ code: 'tooMuch', from: 0, to: text.length });
        if (pool.queueSize >= mostWaiting) return refuse('formula.busy');
        const under = making.get(name) ?? compute(name, prefix, wanted).finally(() => making.delete(name));
        making.set(name, under);
        const refused = await under;
        if (isRefusal(refused)) return refused;
      }
      return files.localPath(stored.computed(name));
    },
    close: () => pool.destroy(),
  };
}

function refusalOf(problem: ComputeProblem, text: string): Refusal {
  if (problem === 'noSignals') return refuse('record.notReadable');
  if (problem === 'diskFull') return diskFull();
  return refuseFormula({ ...problem, from: 0, to: text.length });
}

/** As the system said it in the thread. */
function diskFull(): Refusal {
  const full = Object.assign(new Error('no room for computed samples'), { code: 'ENOSPC' });
  return refusalOfFullDisk(full) ?? refuse('record.notReadable');
}

function hashOf(root: Part): string {
  return createHash('sha256')
    .update(JSON.stringify([computedVersion, root]))
    .digest('hex')
    .slice(0, 32);
}

/** Parts as the work of each sample; a median moves part of its window at each. */
function countParts(part: Part): number {
  switch (part.kind) {
    case 'number':
      return 1;
    case 'variable':
      return 1;
    case 'each':
      return 1 + part.inputs.reduce((sum, input) => sum + countParts(input), 0);
    case 'along':
      return (part.of === 'median' ? 20 : 4) + countParts(part.input);
  }
}

/** Columns on the way: of what goes along samples, what that goes along, and of variables at other times. */
function countColumns(part: Part): number {
  switch (part.kind) {
    case 'number':
      return 0;
    case 'variable':
      return 1;
    case 'each':
      return part.inputs.reduce((sum, input) => sum + countColumns(input), 0);
    case 'along':
      return 3 + countColumns(part.input);
  }
}

/** Bytes on the disk at most. */
function boundBytes({ formula, samples, mostSamples }: ToMake): number {
  const scratch = countColumns(formula.root) * mostSamples * Float64Array.BYTES_PER_ELEMENT;
  return scratch + Math.ceil(boundSampleBytes(['f64']) * samples) + boundModuleBytes(['f64'], samples);
}
