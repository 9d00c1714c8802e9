import { setTimeout as wait } from 'node:timers/promises';
import type { ScenarioStatus } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';

/** ms for which what follows a first change is gathered, and between two tellings of the screens of a run. */
const [gatherMs, betweenMs] = [10, 50];

interface Dependencies {
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly clock: Clock;
  /** How it stands now, of each device that follows it. */
  readonly present: () => readonly ScenarioStatus[];
}

/** Tells screens how a run stands: at most once each 50 ms, the latest state, and the last one always. */
export class StatusTelling {
  readonly #dependencies: Dependencies;
  /** Numbers of devices of which only the last one is still to be told. */
  readonly #parting = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  changed(): void {
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(gatherMs, this.#untilNextMs()));
  }

  /** A device follows it no more: tells so, after which nothing is told of it. */
  async tellLast(number: number, part: () => ScenarioStatus): Promise<void> {
    this.#parting.add(number);
    const ms = this.#untilNextMs();
    if (ms > 0) await wait(ms, undefined, { ref: false });
    this.#emit(part());
    this.#parting.delete(number);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #untilNextMs(): number {
    return Math.ceil(this.#toldMs + betweenMs - this.#dependencies.clock.monotonicMs());
  }

  #tell(): void {
    this.#timer = undefined;
    this.#toldMs = this.#dependencies.clock.monotonicMs();
    for (const status of this.#dependencies.present()) if (!this.#parting.has(status.number)) this.#emit(status);
  }

  #emit(status: ScenarioStatus): void {
    this.#dependencies.realtime.emit('scenarioStatus', status.number, status);
  }
}
