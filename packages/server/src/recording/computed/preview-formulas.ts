import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { CheckedFormula } from '@sillage/signal/formula';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { codeOf, type DataFolder, stored } from '../../platform/files/index.ts';
import { Threads } from '../../platform/threads/index.ts';
import type { SignalStore } from '../store/index.ts';
import { boundBytes } from './bound-bytes.ts';
import { type ComputeOutcome, type ComputeTask, channelColumn, channelModule } from './compute-task.ts';
import type { Previewed } from './computed.ts';
import { reachOfFormula, secondsOfFormula } from './cost-of-formula.ts';
import { refuseOutcome, refuseTooMuch } from './refuse-formula.ts';

/** People whose formulas are tried at once, the one in the thread among them. */
const mostAtOnce = 32;
/** s that a try is to take, by which its window is narrowed; and ms after which it ends whatever it was thought to take. */
const [tryingSeconds, mostMs] = [1, 10_000];
const maxOldGenerationSizeMb = 128;

export interface PreviewDependencies {
  readonly folder: Pick<DataFolder, 'files' | 'working'>;
  readonly store: Pick<SignalStore, 'curves' | 'forget'>;
  readonly disk: Pick<DiskLedger, 'reserve'>;
}

export interface ToPreview {
  readonly recordUid: string;
  readonly text: string;
  readonly formula: CheckedFormula;
  readonly variables: ComputeTask['variables'];
  /** Of the whole record; the most that any of its variables has. */
  readonly mostSamples: number;
  readonly durationSeconds: number;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly pixelColumns: number;
}

/**
 * Tries formulas on a stretch of a record, in a thread of their own, so that what one person types never waits for what is kept.
 * The newest of a person replaces the one before; what nobody waits for ends.
 */
export function createPreviews({ folder: { files, working }, store, disk }: PreviewDependencies) {
  const pool = new Threads<ComputeTask, ComputeOutcome>({
    filename: new URL('./compute-worker.ts', import.meta.url).href,
    name: 'computeSignals',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    maxQueue: mostAtOnce,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb },
  });
  const latest = new Map<number, AbortController>();

  async function compute(wanted: ToPreview, signal: AbortSignal): Promise<Previewed | Refusal> {
    const { formula, variables, text } = wanted;
    const { fromSeconds, toSeconds, samples, window } = narrowStretch(wanted);
    const room = await disk.reserve('task', boundBytes({ formula, samples, mostSamples: samples }));
    if (isRefusal(room)) return room;
    try {
      return await working.withFolder(`preview-${randomUUID()}`, async (work) => {
        const folder = join(work, 'channel');
        const outcome = await pool.run(
          {
            ...{ signals: await files.localPath(stored.signals(wanted.recordUid)), root: formula.root, variables },
            ...{ folder, work, window, mostMs, rateHz: formula.rateHz ?? 0 },
            landed: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
          },
          { signal },
        );
        if ('problem' in outcome) return refuseOutcome(outcome.problem, text);
        const variable = `${channelModule}.${channelColumn}`;
        const [curve] = await store.curves(folder, [variable], fromSeconds, toSeconds, wanted.pixelColumns);
        await store.forget(folder);
        return curve === undefined ? refuse('record.notReadable') : { curve, fromSeconds, toSeconds };
      });
    } catch (error) {
      if (signal.aborted) return refuse('formula.replaced');
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return refuseTooMuch(text);
      throw error;
    } finally {
      room.release();
    }
  }

  return {
    /** @param until nobody waits for it any more */
    async preview(userId: number, wanted: ToPreview, until: AbortSignal): Promise<Previewed | Refusal> {
      latest.get(userId)?.abort();
      if (!latest.has(userId) && latest.size >= mostAtOnce) return refuse('formula.busy');
      const replaced = new AbortController();
      latest.set(userId, replaced);
      try {
        return await compute(wanted, AbortSignal.any([until, replaced.signal]));
      } finally {
        if (latest.get(userId) === replaced) latest.delete(userId);
      }
    },
    close: () => pool.destroy(),
  };
}

/** As much around the middle of what is asked for as can be tried in a moment. */
export function narrowStretch({ formula, mostSamples, durationSeconds, ...asked }: ToPreview) {
  const { root, rateHz } = formula;
  const from = Math.max(0, Math.min(asked.fromSeconds, durationSeconds));
  const to = Math.max(from, Math.min(asked.toSeconds, durationSeconds));
  const samplesASecond = mostSamples / Math.max(durationSeconds, 1 / 1e6);
  const affordedSeconds = tryingSeconds / secondsOfFormula(root, rateHz, samplesASecond);
  const reach = Math.min(reachOfFormula(root), affordedSeconds / 4);
  const width = Math.min(to - from, affordedSeconds - 2 * reach);
  const middle = (from + to) / 2;
  const [fromSeconds, toSeconds] = [middle - width / 2, middle + width / 2];
  return {
    fromSeconds,
    toSeconds,
    window: { fromSeconds: fromSeconds - reach, toSeconds: toSeconds + reach },
    /** With those before and after that it stands on. */
    samples: Math.min(mostSamples, Math.ceil((width + 2 * reach) * samplesASecond) + 2),
  };
}
