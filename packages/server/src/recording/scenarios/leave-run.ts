import type { RunEnd } from '@sillage/contract';
import type { Member } from './run-state.ts';

interface Run {
  readonly joined: () => readonly Member[];
  readonly isOver: () => boolean;
  readonly stop: (by: RunEnd) => Promise<void>;
  /** Its program hears that a device leaves. */
  readonly left: (member: Member) => void;
  /** Its record ends, it is told so and is free. */
  readonly release: (member: Member) => Promise<void>;
  readonly changed: () => void;
}

/** Devices leave a run, each once, however often they are told to and whoever leaves beside them. */
export class Leaving {
  readonly #run: Run;
  /** Until they have left. */
  readonly #leaving = new Map<Member, Promise<void>>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** It goes on with the others; without any it has ended. */
  leave(member: Member, by: RunEnd): Promise<void> {
    const before = this.#leaving.get(member);
    if (before !== undefined || !member.joined) return before ?? Promise.resolve();
    if (this.#run.joined().every((one) => one === member || this.#leaving.has(one))) return this.#run.stop(by);
    const left = this.#leave(member, by).finally(() => this.#leaving.delete(member));
    this.#leaving.set(member, left);
    return left;
  }

  /** All that are left, at the end. */
  async releaseAll(): Promise<void> {
    const { joined, release } = this.#run;
    await Promise.all(joined().map((member) => this.#leaving.get(member) ?? release(member)));
  }

  async #leave(member: Member, by: RunEnd): Promise<void> {
    const { joined, isOver, stop, left, release, changed } = this.#run;
    left(member);
    await release(member);
    changed();
    // Who was to stay may have gone meanwhile.
    if (joined().length === 0 && !isOver()) void stop(by);
  }
}
