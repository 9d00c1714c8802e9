import { createHash } from 'node:crypto';
import { analysisOf, runAnalysis, type Variable } from '@sillage/analysis';
import { createSignalStore, identityOf, type SampleChunk, type SignalStore } from '../store/index.ts';
import type { AnalysisFound, AnalysisTask } from './analysis-task.ts';

// Entry of the worker thread: piscina calls this by name.

/** One a thread: a store's memory costs a full collection of garbage, and more time than most analyses. It keeps no samples. */
const store = createSignalStore({ cacheBytes: 0 });

/** Runs an analysis on raw samples. */
export async function analyse(task: AnalysisTask): Promise<AnalysisFound> {
  const analysis = analysisOf(task.analysis);
  if (analysis === undefined) throw new Error(`no analysis ${task.analysis}`);
  const read = task.samples ? { variables: task.samples, sha256: hashOf(task.samples) } : await readOnce(task);
  if (read === undefined) return 'tooLong';
  const { variables, sha256 } = read;
  const { options, alsoBy = [] } = task;
  return {
    found: runAnalysis(analysis, variables, options),
    others: alsoBy.map((preset) => runAnalysis(analysis, variables, { ...options, preset })),
    sha256,
  };
}

interface Read {
  readonly variables: readonly Variable[];
  readonly sha256: string;
}

/** Numbers of what is kept: 8 MB. */
const mostKept = 1_000_000;
/** What was read last, while its files are the same: an edge that is dragged asks of the same samples again and again. */
let last: (Read & { readonly key: string }) | undefined;

/** Undefined where there is more than may be read. */
async function readOnce(task: AnalysisTask): Promise<Read | undefined> {
  const { folder, variables: names, fromSeconds, toSeconds } = task;
  // Another folder takes the place of one that is decoded again.
  const identity = identityOf(folder);
  const key = JSON.stringify([folder, identity, names, fromSeconds, toSeconds]);
  if (identity !== undefined && last?.key === key) return last;
  last = undefined;
  const variables = await readVariables(store, task).finally(() => store.forget(folder));
  if (variables === undefined) return undefined;
  const read = { key, variables, sha256: hashOf(variables) };
  if (variables.reduce((sum, { values }) => sum + 2 * values.length, 0) <= mostKept) last = read;
  return read;
}

/** Of names, times and values, as they are in memory. */
function hashOf(variables: readonly Variable[]): string {
  const hash = createHash('sha256');
  for (const { name, unit, timesSeconds, values } of variables) {
    hash.update(`${name} ${unit}\n`);
    for (const { buffer, byteOffset, byteLength } of [timesSeconds, values]) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }
  return hash.digest('hex');
}

/** Undefined where they are more than may be read. */
async function readVariables(store: SignalStore, task: AnalysisTask): Promise<Variable[] | undefined> {
  const described = await store.describe(task.folder);
  const read: Variable[] = [];
  let left = task.mostNumbers;
  for (const module of described?.modules ?? []) {
    const columns = module.columns.filter(({ name }) => task.variables.includes(`${module.name}.${name}`));
    if (columns.length === 0) continue;
    const names = columns.map(({ name }) => name);
    const chunks: SampleChunk[] = [];
    for await (const chunk of store.samples(task.folder, module.name, names, task.fromSeconds, task.toSeconds)) {
      left -= chunk.timesSeconds.length * (1 + names.length);
      if (left < 0) return undefined;
      chunks.push({ timesSeconds: chunk.timesSeconds.slice(), columns: chunk.columns.map((column) => column.slice()) });
    }
    const timesSeconds = joined(chunks.map((chunk) => chunk.timesSeconds));
    read.push(
      ...columns.map(({ name, unit }, i) => ({
        name: `${module.name}.${name}`,
        unit,
        timesSeconds,
        values: joined(chunks.map((chunk) => chunk.columns[i] ?? [])),
      })),
    );
  }
  return read;
}

function joined(pieces: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
