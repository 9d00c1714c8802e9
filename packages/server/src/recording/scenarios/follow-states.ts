import { type DryRunState, limits } from '@sillage/contract';
import type { ScenarioLook } from '@sillage/scenario-language';

/** Where a program stood from when on, and which of its variables changed then. */
export class FollowedStates {
  readonly all: DryRunState[] = [];
  readonly #program: () => ScenarioLook | undefined;
  #last: ScenarioLook | undefined;

  constructor(program: () => ScenarioLook | undefined) {
    this.#program = program;
  }

  get isFull(): boolean {
    return this.all.length >= limits.dryRunStates;
  }

  look(atSeconds: number): void {
    const now = this.#program();
    if (now === undefined || this.isFull) return;
    const before = this.#last;
    this.#last = now;
    const changed = Object.entries(now.values)
      .filter(([name, { value }]) => before === undefined || before.values[name]?.value !== value)
      .map(([name, { value, unit }]) => ({ name, value, unit }));
    if (changed.length === 0 && before?.line === now.line) return;
    const at = Math.round(atSeconds * 1000) / 1000;
    const last = this.all.at(-1);
    // Of one moment only where it came to is seen.
    if (last?.at === at) {
      const names = new Set(changed.map(({ name }) => name));
      this.all[this.all.length - 1] = {
        ...{ at, line: now.line },
        changed: [...last.changed.filter(({ name }) => !names.has(name)), ...changed],
      };
    } else this.all.push({ at, line: now.line, changed });
  }
}
