import type { ScenarioStatus } from '@sillage/contract';
import type { DeviceState } from '@sillage/domain';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import { fitStatus } from './fit-status.ts';
import type { RunDevices } from './run-devices.ts';
import { type Member, presentStatus, type RunAbout, type RunKept, type RunState } from './run-state.ts';
import { StatusTelling } from './tell-status.ts';

interface Dependencies {
  readonly devices: Pick<RunDevices, 'showScenario'>;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Run {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly joined: () => readonly Member[];
  readonly state: () => RunState;
  readonly seconds: () => number;
}

/** How a run stands for each of its devices: on screens, and as the state of the device. */
export class RunShowing {
  readonly #dependencies: Dependencies;
  readonly #run: Run;
  readonly #telling: StatusTelling;
  /** Numbers of devices that were in it before a restart, until each is heard again. */
  readonly #recovering: Set<number>;
  #saidTruncated = false;

  constructor(dependencies: Dependencies, run: Run, isResumed: boolean) {
    this.#dependencies = dependencies;
    this.#run = run;
    this.#recovering = new Set(isResumed ? run.joined().map(({ number }) => number) : []);
    const present = () => run.joined().map(({ number }) => this.presentFor(number));
    this.#telling = new StatusTelling({ ...dependencies, present });
  }

  /** Screens are told in a moment. */
  changed(): void {
    this.#telling.changed();
  }

  show({ number }: Member): void {
    this.#dependencies.devices.showScenario(number, this.#deviceState(number));
  }

  showAll(): void {
    for (const member of this.#run.joined()) this.show(member);
  }

  /** A block of a device is heard again after a restart; whether that was awaited. */
  recovered(number: number): boolean {
    if (!this.#recovering.delete(number)) return false;
    for (const member of this.#run.joined()) if (member.number === number) this.show(member);
    return true;
  }

  /** A device follows it no more: its screens are told so as the last thing, and it is free. */
  part(member: Member): Promise<void> {
    return this.#telling.tellLast(member.number, () => {
      const status = this.#present(member.number, 'archived');
      member.joined = false;
      this.#dependencies.devices.showScenario(member.number, undefined);
      return status;
    });
  }

  presentFor(number: number): ScenarioStatus {
    return this.#present(number, this.#deviceState(number));
  }

  close(): void {
    this.#telling.close();
  }

  #present(number: number, state: DeviceState | 'archived'): ScenarioStatus {
    const { about, kept, seconds } = this.#run;
    const status = fitStatus(presentStatus(about, kept, number, { state, seconds: seconds() }));
    if (status.truncated && !this.#saidTruncated) {
      this.#saidTruncated = true;
      this.#dependencies.log.warn({ run: about.id, device: number }, 'a scenario shows more than one message holds');
    }
    return status;
  }

  #deviceState(number: number): DeviceState {
    const state = this.#run.state();
    if (state === 'stopping') return 'stopping_scenario';
    if (this.#recovering.has(number)) return 'recovery_scenario';
    return state === 'starting' ? 'starting_scenario' : 'scenario';
  }
}
