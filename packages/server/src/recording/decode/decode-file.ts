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
import { withByteSource } from './with-byte-source.ts';

/** Decodes an uploaded file into the writer, a piece at a time. */
export async function decodeFile(
  task: DecodeTask,
  writer: SignalWriter,
  watch: DecodeWatch,
): Promise<ReadSource | DecodeProblem> {
  const scratch = new ScratchFiles(task.work, watch.wrote);
  const read = (format: FormatOfFiles, source: ByteSource, about: ReadAbout) =>
    writePieces(
      format.read(source, about, () => scratch.open()),
      writer,
    );
  try {
    return (await withSource(task, read, watch.read)) ?? { problem: 'unknownSource' };
  } finally {
    scratch.close();
  }
}

async function writePieces(
  pieces: ReturnType<FormatOfFiles['read']>,
  writer: SignalWriter,
): Promise<ReadSource | DecodeProblem> {
  const writers = new Map<RecordingModuleInfo, ModuleWriter>();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return isProblem(value) ? value : { ...value, modules: [...writers.keys()] };
    const { module, samples } = value;
    const into = writers.get(module) ?? writer.module(module);
    writers.set(module, into);
    await into.append({ timesSeconds: samples.timesSeconds, columns: samples.values });
  }
}

/** Works with an upload and what was said of it, while it is open; undefined for a source that this version does not know. */
export async function withSource<T>(
  { source, path, rateHz, mapping, timezone }: Pick<DecodeTask, 'source' | 'path' | 'rateHz' | 'mapping' | 'timezone'>,
  work: (format: FormatOfFiles, source: ByteSource, about: ReadAbout) => T,
  told: DecodeWatch['read'] = () => {},
): Promise<Awaited<T> | undefined> {
  if (!isFileFormat(source)) return undefined;
  const about = { rateHz, mapping, toUtcMs: (localMs: number) => toUtcMs(localMs, timezone) };
  return withByteSource(path, (bytes) => work(fileFormats[source], bytes, about), told);
}
