import type { ScenarioResult, Translated } from '@sillage/contract';
import type { Log } from '../../platform/log/index.ts';
import type { RunRecords } from './run-devices.ts';
import type { RunAbout } from './run-state.ts';

interface Dependencies {
  readonly records: Pick<RunRecords, 'writeOutcome'>;
  readonly log: Log;
}

interface Found {
  readonly results: readonly ScenarioResult[];
  readonly errors: readonly Translated[];
}

/** Writes beside records what a run found, and what went wrong. */
export async function writeOutcome(
  { records, log }: Dependencies,
  { id: runId }: Pick<RunAbout, 'id'>,
  recordIds: readonly number[],
  found: Found,
): Promise<void> {
  await records
    .writeOutcome(recordIds, { runId, ...found })
    .catch((error: unknown) => log.warn({ run: runId, error: String(error) }, 'results were not written'));
}
