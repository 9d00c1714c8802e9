import { api, type DryRun, type DryRunAsked, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { shareTurns } from '../../platform/places/index.ts';
import { findReadable } from '../records/index.ts';
import type { SignalStore } from '../store/index.ts';
import { DryRunning } from './dry-run.ts';
import type { Languages } from './languages.ts';
import type { RunRecords } from './run-devices.ts';
import { settleParams } from './settle-params.ts';

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly languages: Languages;
  readonly records: Pick<RunRecords, 'analyse'>;
  readonly store: Pick<SignalStore, 'describe' | 'samples'>;
  readonly folder: Pick<DataFolder, 'files'>;
  readonly clock: Clock;
}

/** s */
const retrySeconds = 10;

/** Runs a source on what was recorded; one at a time, so that live runs keep the processor. */
export function dryRunRoutes(serve: Serve, dependencies: Dependencies): void {
  const turns = shareTurns({ atOnce: 1, aHost: 4, inAll: 4 });
  serve(api.dryRunScenario, async ({ body, signal, ...viewer }) => {
    const end = await turns.take('dryRun');
    if (end === undefined) return refuse('request.tooMany', { seconds: retrySeconds });
    try {
      return await dryRun(dependencies, viewer, body, signal);
    } finally {
      end();
    }
  });
}

async function dryRun(
  { database, languages, records, store, folder, clock }: Dependencies,
  viewer: Viewer,
  { language, source, record_id: recordId, params: said, presses, answers }: DryRunAsked,
  signal: AbortSignal,
): Promise<DryRun | Refusal> {
  const record = await findReadable(database.db, viewer, recordId);
  if (isRefusal(record)) return record;
  const signals = await folder.files.localPath(stored.signals(record.uid));
  const described = await store.describe(signals);
  if (described === undefined) return refuse('record.notReadable');
  const checked = await languages.check(language, source);
  if (isRefusal(checked)) return checked;
  if (checked.problems.length > 0) return refuse('scenario.hasProblems');
  const params = settleParams(checked.params, said);
  if (isRefusal(params)) return params;
  const program = await languages.make({ language, source, isReplay: true }, undefined);
  if (program === undefined) return refuse('scenario.notStarted');
  if (isRefusal(program)) return program;
  const modules = described.modules.map(({ name, rateHz, columns }) => ({
    ...{ name, rateHz, columns: columns.map((column) => column.name) },
  }));
  try {
    return await new DryRunning({
      ...{ language, program, params, presses, answers, store, folder: signals, modules, recordId, clock, signal },
      durationSeconds: described.durationSeconds,
      analyse: (analysis, window) => records.analyse(recordId, analysis, window),
    }).run();
  } finally {
    await program.close();
  }
}
