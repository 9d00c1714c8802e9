import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { toUtcMs } from '@sillage/domain';
import {
  type ByteSource,
  type FormatOfFiles,
  fileFormats,
  isFileFormat,
  isProblem,
  type ReadAbout,
  type RecordingModuleInfo,
} from '@sillage/formats';
import type { ModuleWriter, SignalWriter } from '../store/index.ts';
import type { DecodeProblem, DecodeTask, DecodeWatch, ReadSource } from './decode-task.ts';
import { ScratchFiles } from './scratch-files.ts';

/** Decodes an uploaded file into the writer, a piece at a time. */
export async function decodeFile(
  task: DecodeTask,
  writer: SignalWriter,
  watch: DecodeWatch,
): Promise<ReadSource | DecodeProblem> {
  const format = formatOf(task);
  if (format === undefined) return { problem: 'unknownSource' };
  const file = openSync(task.path, 'r');
  const scratch = new ScratchFiles(task.work, watch.wrote);
  try {
    const pieces = format.read(sourceOf(file, watch.read), aboutOf(task), () => scratch.open());
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

/** How files of the source are read; undefined for a source that this version does not know. */
export function formatOf({ source }: Pick<DecodeTask, 'source'>): FormatOfFiles | undefined {
  return isFileFormat(source) ? fileFormats[source] : undefined;
}

/** What was said of an upload. */
export function aboutOf({ rateHz, timezone }: Pick<DecodeTask, 'rateHz' | 'timezone'>): ReadAbout {
  return { rateHz, toUtcMs: (localMs) => toUtcMs(localMs, timezone) };
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
