import { readFile } from 'node:fs/promises';
import { type FileProblem, isProblem, type Recording, readCsvFile, readRawFile } from '@sillage/formats';
import type { SignalWriter } from '../store/index.ts';
import type { DecodeTask } from './decode-task.ts';

/** Samples handed to the writer at once. */
const chunkSamples = 65_536;

/** Decodes an uploaded file into the writer. */
export async function decodeFile(task: DecodeTask, writer: SignalWriter): Promise<Recording | FileProblem> {
  const bytes = await readFile(task.path);
  const recording = task.source === 'raw' ? readRawFile(bytes) : readCsvFile(bytes, task.rateHz);
  if (isProblem(recording)) return recording;
  for (const { timesSeconds, values, ...module } of recording.modules) {
    const into = writer.module(module);
    for (let from = 0; from < timesSeconds.length; from += chunkSamples) {
      const to = from + chunkSamples;
      await into.append({
        timesSeconds: timesSeconds.subarray(from, to),
        columns: values.map((column) => column.subarray(from, to)),
      });
    }
  }
  return recording;
}
