import { limits } from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import type { LiveSamples } from './live-samples.ts';
import type { RecordAnalysed, RunDevices, RunRecords } from './run-devices.ts';
import type { Member, RunKept, WaitingAnalysis } from './run-state.ts';

type Analysed = Omit<Extract<ScenarioEvent, { type: 'analysed' }>, 'atSeconds'>;
type Analyse = Extract<ScenarioCommand, { type: 'analyse' }>;

interface Dependencies {
  readonly devices: Pick<RunDevices, 'measuringDevice'>;
  readonly records: Pick<RunRecords, 'analyse' | 'analyseLive'>;
  readonly samplesOf: (number: number) => LiveSamples | undefined;
  /** After what was asked of a device before; false where too much waits already. */
  readonly inTurn: (member: Member, work: () => Promise<void>) => boolean;
}

interface Run {
  readonly kept: RunKept;
  /** Its program hears nothing any more. */
  readonly isOver: () => boolean;
  readonly happened: (event: Analysed) => void;
  /** What was found after its end. */
  readonly foundLate: (waiting: WaitingAnalysis, found: RecordAnalysed) => void;
  readonly changed: () => void;
}

/**
 * Analyses that a run asked for: of a stretch that was just measured at once, else when its record has signals. They wait for
 * devices that are away, also after the end of the run.
 */
export class RunAnalyses {
  readonly #dependencies: Dependencies;
  readonly #run: Run;
  /** Devices whose analyses are looked at in a moment. */
  readonly #looking = new Set<number>();

  constructor(dependencies: Dependencies, run: Run) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  ask({ id, of, analysis, window: asked }: Analyse, members: readonly Member[]): void {
    const { kept } = this.#run;
    for (const member of members) {
      if (kept.analyses.length >= limits.scenarioResults) return;
      const { number: device, zeroSeconds } = member;
      const recordId = this.#measured(device) ?? member.recordIds.at(-1) ?? null;
      const window: WaitingAnalysis['window'] = asked && [...asked];
      kept.analyses.push({ id, of, device, analysis, window, recordId, zeroSeconds });
      this.#look(member);
    }
  }

  /** A block of a device: what waits for it may be there now. */
  heard(member: Member): void {
    const own = this.#run.kept.analyses.filter(({ device }) => device === member.number);
    if (own.length === 0) return;
    const now = this.#measured(member.number);
    for (const waiting of own) {
      waiting.recordId ??= now ?? null;
      if (waiting.recordId === now) waiting.zeroSeconds = member.zeroSeconds;
    }
    this.#look(member);
  }

  /** A record of a device has signals. */
  decoded(member: Member): void {
    if (this.#run.kept.analyses.some(({ device }) => device === member.number)) this.#look(member);
  }

  #measured(number: number): number | undefined {
    return this.#dependencies.devices.measuringDevice(number)?.recordId;
  }

  #look(member: Member): void {
    if (this.#looking.has(member.number)) return;
    this.#looking.add(member.number);
    const waits = this.#dependencies.inTurn(member, async () => {
      this.#looking.delete(member.number);
      await this.#answerWaiting(member);
    });
    // The next block looks again.
    if (!waits) this.#looking.delete(member.number);
  }

  async #answerWaiting(member: Member): Promise<void> {
    const { kept } = this.#run;
    for (const waiting of kept.analyses.filter(({ device }) => device === member.number)) {
      const found = await this.#answer(member, waiting);
      if (found === undefined) continue;
      kept.analyses = kept.analyses.filter((one) => one !== waiting);
      this.#tell(waiting, found);
      this.#run.changed();
    }
  }

  /** What an analysis answers; undefined while what it needs is not there. */
  async #answer(member: Member, waiting: WaitingAnalysis): Promise<RecordAnalysed | undefined> {
    const { records, samplesOf } = this.#dependencies;
    const { recordId, window, analysis, device } = waiting;
    if (recordId === null) return undefined;
    const zero = waiting.zeroSeconds ?? 0;
    const inRecord = window && ([Math.max(0, window[0] - zero), Math.max(0, window[1] - zero)] as const);
    if (member.readableIds.includes(recordId)) return records.analyse(recordId, analysis, inRecord);
    if (inRecord === null || this.#measured(device) !== recordId) return undefined;
    const samples = samplesOf(device)?.of(member.deviceRecordId, ...inRecord);
    return samples && records.analyseLive(recordId, analysis, samples);
  }

  #tell(waiting: WaitingAnalysis, found: RecordAnalysed): void {
    const { id, of, device, analysis, recordId } = waiting;
    if (recordId === null) return;
    if (!this.#run.isOver()) this.#run.happened({ type: 'analysed', id, of, device, recordId, analysis, ...found });
    else this.#run.foundLate(waiting, found);
  }
}
