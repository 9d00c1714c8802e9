import type { SourceModule } from '../recordings/source-module.ts';
import { ModulePlayer, windowUs } from './play-module.ts';

/** A record that runs, and the sequence of a module's next block in it. */
export interface RunningRecord {
  readonly id: number;
  nextSequence(moduleId: number): number;
}

interface ModuleBlock {
  readonly moduleId: number;
  readonly block: Uint8Array;
}

/** All modules of a device: what they measure becomes blocks while a record runs or somebody watches. */
export class ModulePlayers {
  #players: ReadonlyMap<string, ModulePlayer>;
  readonly #hostUs: () => number;
  /** Module → host time until which it streams while idle. */
  readonly #heldUntilUs = new Map<string, number>();
  readonly #liveSequences = new Map<string, number>();
  #windowsFromUs: number;

  constructor(modules: Readonly<Record<string, SourceModule>>, bootUs: number, hostUs: () => number) {
    this.#hostUs = hostUs;
    this.#windowsFromUs = bootUs;
    this.#players = playersOf(modules, bootUs);
  }

  /** Measures with other modules, or at other rates, from now on. */
  replace(modules: Readonly<Record<string, SourceModule>>, nowUs: number): void {
    this.#windowsFromUs = nowUs;
    this.#players = playersOf(modules, nowUs);
  }

  get names(): string[] {
    return [...this.#players.keys()];
  }

  has(name: string): boolean {
    return this.#players.has(name);
  }

  /** Module → its id in blocks. */
  ids(): Record<string, number> {
    return Object.fromEntries([...this.#players].map(([name, { source }]) => [name, source.meta.id]));
  }

  /** Lets modules stream for so long, record or not. */
  hold(names: readonly string[], holdSeconds: number): void {
    for (const name of names) this.#heldUntilUs.set(name, this.#hostUs() + holdSeconds * 1e6);
  }

  /** The device's clock was set: what comes lies `jumpUs` later on it. */
  shift(jumpUs: number): void {
    this.#windowsFromUs += jumpUs;
    for (const player of this.#players.values()) player.shift(jumpUs);
  }

  /** Time from `nowUs` until a window ends. */
  untilNextWindowUs(nowUs: number): number {
    return windowUs - ((nowUs - this.#windowsFromUs) % windowUs);
  }

  /** What was measured before `untilUs`. `running` is asked before each block: a record may end in between. */
  *take(
    untilUs: number,
    which: 'whole windows' | 'all',
    running: () => RunningRecord | undefined,
  ): Generator<ModuleBlock> {
    for (const [name, player] of this.#players) {
      if (running() === undefined && (this.#heldUntilUs.get(name) ?? 0) <= this.#hostUs()) {
        player.skipUntil(untilUs);
        continue;
      }
      const moduleId = player.source.meta.id;
      for (const range of which === 'all' ? player.takeUntil(untilUs) : player.takeWhole(untilUs)) {
        const record = running();
        const sequence = record === undefined ? this.#nextLiveSequence(name) : record.nextSequence(moduleId);
        yield { moduleId, block: player.encode(range, record?.id ?? 0, sequence) };
      }
    }
  }

  #nextLiveSequence(module: string): number {
    const sequence = this.#liveSequences.get(module) ?? 0;
    this.#liveSequences.set(module, (sequence + 1) % 2 ** 32);
    return sequence;
  }
}

function playersOf(modules: Readonly<Record<string, SourceModule>>, fromUs: number): Map<string, ModulePlayer> {
  return new Map(Object.entries(modules).map(([name, source]) => [name, new ModulePlayer(source, fromUs)] as const));
}
