import { stat } from 'node:fs/promises';
import type { RecordModule, Variable } from '@sillage/contract';
import { keepsDates, sportsCalled, stepsTogether, tracedVariable } from '@sillage/domain';
import { isFilmFormat } from '@sillage/formats';
import { codeOf } from '../../platform/files/index.ts';
import { createSignalStore, createSignalWriter, type StoredModule } from '../store/index.ts';
import { applySteps, type SteppedWriter } from './apply-steps.ts';
import { decodeJournal } from './decode-journal.ts';
import { beforeZero } from './decode-sentences.ts';
import {
  type DecodeOutcome,
  type DecodeProblem,
  type DecodeTask,
  type DecodeWatch,
  finding,
  type ReadSource,
} from './decode-task.ts';
import { makePreview } from './make-preview.ts';

/** Bytes of cache for reading the preview back. */
const previewCacheBytes = 8 * 1024 * 1024;

/** Decodes a journal or an uploaded file into the signal store. Nothing is visible until all of it is there. */
export async function decodeSource(task: DecodeTask): Promise<DecodeOutcome> {
  const source = await stat(task.path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error; // a disk in trouble: it is tried again
  });
  if (!source) return { problem: 'noSource' };
  const decoded = await decodeFrom(task, source.size, 0);
  return typeof decoded === 'number' ? endOfSearch(await decodeFrom(task, source.size, decoded)) : decoded;
}

/** A start that was found once is the one of the second time, too. */
function endOfSearch(decoded: DecodeOutcome | number): DecodeOutcome {
  if (typeof decoded === 'number') throw new Error('a source begins elsewhere each time it is read');
  return decoded;
}

/**
 * Decodes a source whose record begins at a time of it; answers another time where samples lie before that, which nobody knows
 * before all is read.
 */
async function decodeFrom(
  task: DecodeTask,
  sourceBytes: number,
  beginsSeconds: number,
): Promise<DecodeOutcome | number> {
  const watch = watchDecoding(task, sourceBytes);
  const writer = applySteps(createSignalWriter(task.folder, task.work, watch.wrote), task.steps, beginsSeconds);
  try {
    const read = await readInto(task, writer, watch);
    if ('problem' in read) {
      await writer.abandon();
      return read;
    }
    const found = beginOf(task, writer);
    if (found !== beginsSeconds) {
      await writer.abandon();
      return found;
    }
    const kept = read.modules.filter(({ name }) => writer.kept.has(name));
    if (kept.length === 0 && read.modules.length > 0) {
      await writer.abandon();
      return { problem: 'nothingKept' };
    }
    const derived: StoredModule[] = [];
    const sports = task.sports && [...task.sports, ...(read.sport === undefined ? [] : sportsCalled(read.sport))];
    const { sizeBytes, durationSeconds } = await writer.finish(
      sports &&
        (async (folder) => {
          const { deriveSignals } = await import('./derive-signals.ts');
          derived.push(...(await deriveSignals(folder, kept, sports, { module: writer.derived })));
        }),
    );
    const { modules, preview } = await lookAgain(task.folder, kept, durationSeconds);
    return {
      startUs: read.startUs,
      findings: [...read.findings, ...(beginsSeconds < 0 ? [finding('WARN', beforeZero(beginsSeconds))] : [])],
      passes: read.passes,
      sport: read.sport,
      clockJumps: read.clockJumps ?? [],
      clockDrift: read.clockDrift ?? null,
      availableData: variablesOf([...kept, ...derived]),
      modules,
      durationSeconds: read.film?.durationSeconds ?? durationSeconds,
      originalSeconds: read.film?.durationSeconds ?? writer.originalSeconds - beginsSeconds,
      beginsSeconds,
      film: read.film,
      sizeBytes: sizeBytes + sourceBytes,
      preview,
    };
  } catch (error) {
    await writer.abandon();
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) return { problem: 'diskFull' };
    throw error;
  }
}

/** s; what times lose by being counted from a date is no time before the zero. */
const roundingSeconds = 1e-6;

/** s of the source at which its record begins: before its zero where a file has samples there, as of a pre-trigger. */
function beginOf({ source, steps }: DecodeTask, { beginsSeconds }: SteppedWriter): number {
  const { times } = stepsTogether(steps);
  const isBefore = source !== 'journal' && beginsSeconds < -roundingSeconds && times.from === null;
  return isBefore && keepsDates({ ...times, from: beginsSeconds }) ? beginsSeconds : 0;
}

/** A journal is read twice, a file once. */
function watchDecoding({ source, landed, progress }: DecodeTask, sizeBytes: number): DecodeWatch {
  const toRead = sizeBytes * (source === 'journal' ? 2 : 1);
  let readBytes = 0;
  return {
    wrote: (bytes) => void (landed && Atomics.add(landed, 0, BigInt(bytes))),
    read(bytes) {
      readBytes += bytes;
      if (progress) Atomics.store(progress, 0, Math.min(1000, Math.floor((1000 * readBytes) / Math.max(1, toRead))));
    },
  };
}

async function readInto(
  task: DecodeTask,
  writer: SteppedWriter,
  watch: DecodeWatch,
): Promise<ReadSource | DecodeProblem> {
  if (isFilmFormat(task.source)) {
    const { decodeFilm } = await import('./decode-film.ts');
    return decodeFilm(task.path, task.source, watch);
  }
  if (task.source !== 'journal') {
    // A thread that decodes journals does without the readers of files: their code takes 10 MB.
    const { decodeFile } = await import('./decode-file.ts');
    return decodeFile(task, writer, watch);
  }
  const decoded = await decodeJournal(task, writer, watch);
  return 'problem' in decoded ? decoded : { ...decoded, startUs: undefined, passes: [] };
}

function variablesOf(modules: readonly StoredModule[]): Record<string, Variable> {
  return Object.fromEntries(
    modules.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, { description: column.description, unit: column.unit }]),
    ),
  );
}

/** What only the finished signals tell. */
async function lookAgain(folder: string, stored: readonly StoredModule[], durationSeconds: number) {
  const store = createSignalStore({ cacheBytes: previewCacheBytes });
  try {
    const described = await store.describe(folder);
    const modules: Record<string, RecordModule> = {};
    for (const { name, type, rateHz, samples } of described?.modules ?? []) {
      modules[name] = { type, rate: rateHz, samples };
    }
    const variable = tracedVariable(Object.keys(variablesOf(stored)));
    const preview = variable === undefined ? undefined : await makePreview(store, folder, variable, durationSeconds);
    return { modules, preview };
  } finally {
    await store.close();
  }
}
