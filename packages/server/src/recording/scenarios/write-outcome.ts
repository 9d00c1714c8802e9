import { limits, type ScenarioResult, type Translated } from '@sillage/contract';
import type { Log } from '../../platform/log/index.ts';
import type { RunRecords } from './run-devices.ts';
import { awaitedMs, type RunAbout, type RunKept, type WaitingAnalysis } from './run-state.ts';
import { sayAbandoned, sayDeleted } from './say-analyses.ts';

interface Dependencies {
  readonly records: Pick<RunRecords, 'writeOutcome'>;
  readonly log: Log;
}

interface Run {
  readonly about: Pick<RunAbout, 'id'>;
  readonly kept: RunKept;
}

interface Found {
  readonly results: readonly ScenarioResult[];
  readonly errors: readonly Translated[];
}

/** Writes beside records what a run found, and what went wrong. */
export async function writeOutcome(
  { records, log }: Dependencies,
  { about: { id: runId } }: Run,
  recordIds: readonly number[],
  found: Found,
): Promise<void> {
  await records
    .writeOutcome(recordIds, { runId, ...found })
    .catch((error: unknown) => log.warn({ run: runId, error: String(error) }, 'results were not written'));
}

/** What an analysis found after the end of its run is a result of it all the same. */
export async function takeLate(
  dependencies: Dependencies,
  run: Run,
  { device, recordId }: WaitingAnalysis,
  found: { readonly results: readonly ScenarioResult[]; readonly error: Translated | null },
): Promise<void> {
  const { results, errors } = run.kept;
  results.push(...found.results.slice(0, limits.scenarioResults - results.length));
  const newErrors = found.error === null ? [] : [found.error];
  errors.push(...newErrors.slice(0, limits.scenarioResults - errors.length));
  if (recordId === null) return;
  const own = results.filter(({ number }) => number === null || number === device);
  dependencies.log.info({ run: run.about.id, device }, 'an analysis was done after the end of its scenario');
  await writeOutcome(dependencies, run, [recordId], { results: own, errors: newErrors });
}

/** Says of analyses that wait for one of these records, which were deleted, that they are given up. Whether there were any. */
export function dropAnalyses(kept: RunKept, goneIds: readonly number[]): boolean {
  const isGone = ({ recordId }: WaitingAnalysis) => recordId !== null && goneIds.includes(recordId);
  const gone = kept.analyses.filter(isGone);
  kept.analyses = kept.analyses.filter((waiting) => !isGone(waiting));
  kept.errors.push(...gone.map(sayDeleted).slice(0, limits.scenarioResults - kept.errors.length));
  return gone.length > 0;
}

const dayMs = 24 * 3600 * 1000;

/** Says of analyses that have waited for long enough that they are abandoned, also beside their records. */
export async function abandonAnalyses(dependencies: Dependencies, run: Run): Promise<void> {
  const { kept } = run;
  for (const waiting of kept.analyses) {
    const said = sayAbandoned(waiting, awaitedMs / dayMs);
    if (kept.errors.length < limits.scenarioResults) kept.errors.push(said);
    if (waiting.recordId === null) continue;
    const results = kept.results.filter(({ number }) => number === null || number === waiting.device);
    await writeOutcome(dependencies, run, [waiting.recordId], { results, errors: [said] });
  }
  kept.analyses = [];
}
