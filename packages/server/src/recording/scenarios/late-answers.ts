import { limits, type ScenarioResult } from '@sillage/contract';
import type { Log } from '../../platform/log/index.ts';
import type { RecordAnalysed, RunRecords } from './run-devices.ts';
import { awaitedMs, type RunAbout, type RunKept, type WaitingAnalysis } from './run-state.ts';
import { isDropped } from './run-trials.ts';
import { type Asked, resultsOf, sayAbandoned, sayDeleted, sayRefused } from './say-analyses.ts';
import { writeOutcome } from './write-outcome.ts';

interface Dependencies {
  readonly records: Pick<RunRecords, 'writeOutcome'>;
  readonly log: Log;
}

interface Run {
  readonly about: Pick<RunAbout, 'id'>;
  readonly kept: RunKept;
  readonly changed: () => void;
  /** What a restart has to know is written at once. */
  readonly keep: () => Promise<void>;
}

type Late = Asked & Pick<WaitingAnalysis, 'id' | 'recordId'>;

const dayMs = 24 * 3600 * 1000;

/** What analyses found when no program waited for it any more, and those that wait for records beyond the end of their run. */
export class LateAnswers {
  readonly #dependencies: Dependencies;
  readonly #run: Run;

  constructor(dependencies: Dependencies, run: Run) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  /** Whether analyses wait for records of devices that were away. */
  get isWaiting(): boolean {
    return this.#run.kept.analyses.length > 0;
  }

  /** It is a result of the run all the same, under the names of the analysis. */
  async found(asked: Late, found: RecordAnalysed): Promise<void> {
    const { about, kept, changed, keep } = this.#run;
    if (isDropped(kept, asked.id)) return;
    const { device, recordId } = asked;
    const errors = found.refusal === null ? [] : [sayRefused(asked, found.refusal)];
    kept.results.push(...resultsOf(asked, found).slice(0, limits.scenarioResults - kept.results.length));
    kept.errors.push(...errors.slice(0, limits.scenarioResults - kept.errors.length));
    changed();
    // Of who is still in the run it is written with the rest.
    if (recordId === null || kept.members.some(({ number, joined }) => number === device && joined)) return;
    this.#dependencies.log.info({ run: about.id, device }, 'an analysis was done after the end of its scenario');
    // Beside its record first: killed in between, it is analysed once more rather than lost.
    await writeOutcome(this.#dependencies, about, [recordId], { results: this.#resultsOf(device), errors });
    await keep();
  }

  /** Records that were deleted: what waits for them waits for nothing. */
  async recordsGone(goneIds: readonly number[]): Promise<void> {
    const { kept, keep } = this.#run;
    const isGone = ({ recordId }: WaitingAnalysis) => recordId !== null && goneIds.includes(recordId);
    const gone = kept.analyses.filter(isGone);
    if (gone.length === 0) return;
    kept.analyses = kept.analyses.filter((waiting) => !isGone(waiting));
    kept.errors.push(...gone.map(sayDeleted).slice(0, limits.scenarioResults - kept.errors.length));
    await keep();
  }

  /** They have waited for long enough: says so, also beside their records. */
  async abandon(): Promise<void> {
    if (!this.isWaiting) return;
    const { about, kept, keep } = this.#run;
    for (const waiting of kept.analyses) {
      const said = sayAbandoned(waiting, awaitedMs / dayMs);
      if (kept.errors.length < limits.scenarioResults) kept.errors.push(said);
      if (waiting.recordId === null) continue;
      const results = this.#resultsOf(waiting.device);
      await writeOutcome(this.#dependencies, about, [waiting.recordId], { results, errors: [said] });
    }
    kept.analyses = [];
    await keep();
  }

  #resultsOf(device: number): ScenarioResult[] {
    return this.#run.kept.results.filter(({ number }) => number === null || number === device);
  }
}
