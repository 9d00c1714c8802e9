import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { toUtcMs } from '@sillage/domain';
import {
  type ByteSource,
  type FileProblem,
  type HowToRead,
  isProblem,
  type RecordingModuleInfo,
  readFile,
} from '@sillage/formats';
import type { ModuleWriter, SignalWriter } from '../store/index.ts';
import type { DecodeTask, DecodeWatch, ReadSource } from './decode-task.ts';
import { ScratchFiles } from './scratch-files.ts';

/** Decodes an uploaded file into the writer, a piece at a time. */
export async function decodeFile(
  task: DecodeTask,
  writer: SignalWriter,
  watch: DecodeWatch,
): Promise<ReadSource | FileProblem> {
  const file = openSync(task.path, 'r');
  const scratch = new ScratchFiles(task.work, watch.wrote);
  try {
    const pieces = readFile(sourceOf(file, watch.read), howToRead(task), () => scratch.open());
    const writers = new Map<RecordingModuleInfo, ModuleWriter>();
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return isProblem(value) ? value : { ...value, modules: [...writers.keys()] };
      const { module, samples } = value;
      const into = writers.get(module) ?? writer.module(module);
      writers.set(module, into);
      await into.append({ timesSeconds: samples.timesSeconds, columns: samples.values });
    }
  } finally {
    scratch.close();
    closeSync(file);
  }
}

/** How an upload was said to be read. */
export function howToRead({ source, rateHz, timezone }: Pick<DecodeTask, 'source' | 'rateHz' | 'timezone'>): HowToRead {
  if (source === 'raw') return { format: 'raw' };
  return { format: 'csv', rateHz, toUtcMs: (localMs) => toUtcMs(localMs, timezone) };
}

function sourceOf(file: number, told: DecodeWatch['read']): ByteSource {
  return {
    sizeBytes: fstatSync(file).size,
    read(into, at) {
      let filled = 0;
      while (filled < into.length) {
        const count = readSync(file, into, filled, into.length - filled, at + filled);
        if (count === 0) break;
        filled += count;
      }
      told(filled);
      return filled;
    },
  };
}
