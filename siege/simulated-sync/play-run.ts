import { noUid } from '@sillage/server/sync/testing';
import { type Chance, seededChance } from '../seeded-random.ts';
import { findFaults } from './find-faults.ts';
import { copyOf, type Disk } from './memory-rows.ts';
import { actOn, type People } from './people.ts';
import { tableNamed, writeLine } from './program-rows.ts';
import { answerHub } from './simulated-cloud.ts';
import { type Fate, SimulatedHub } from './simulated-hub.ts';
import { SimulatedServer } from './simulated-server.ts';
import type { World } from './world.ts';

const yearMs = 365 * 86_400_000;
const startMs = 1_790_000_000_000;
/** Rounds of every hub after the last fault, by which everything must have come to rest. */
const roundsToRest = 12;

/** Of one exchange; the longest of a run takes a tenth of them. */
const mostStepsOfRound = 2000;

export interface RunReport {
  readonly faults: Readonly<Record<string, number>>;
  /** One sentence each: lost, divergent, leaked, or a bug. */
  readonly failures: readonly string[];
}

/** A request that comes once more, some time. */
interface Late {
  readonly hub: SimulatedHub;
  readonly path: string;
  readonly body: unknown;
}

/** One run: people, hubs, a cloud and what befalls them, by a seed; then everything heals, and must be the same everywhere. */
export async function playRun(seed: number, isLong = false): Promise<RunReport> {
  return new Run(seededChance(seed), isLong).play();
}

class Run {
  readonly #chance: Chance;
  readonly #isLong: boolean;
  readonly #faults: Record<string, number> = {};
  readonly #late: Late[] = [];
  readonly #reach = new Map<SimulatedHub, Set<string>>();
  readonly #served = new Map<SimulatedHub, Set<string>>();
  readonly #backups = new Map<SimulatedServer, { readonly disk: Disk; readonly tokens: number }>();
  readonly #confirmed = new Set<string>();
  #trueMs = startMs;
  #isCalm = false;

  constructor(chance: Chance, isLong: boolean) {
    this.#chance = chance;
    this.#isLong = isLong;
  }

  async play(): Promise<RunReport> {
    const world = this.#begin();
    const steps = this.#chance.whole(120, this.#isLong ? 900 : 320);
    for (let step = 0; step < steps; step++) await this.#step(world);
    await this.#heal(world);
    return { faults: this.#faults, failures: findFaults(world) };
  }

  #randomUuid = (): string => {
    const hex = () => this.#chance.whole(0, 0xffff).toString(16).padStart(4, '0');
    return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-a${hex().slice(1)}-${hex()}${hex()}${hex()}`;
  };

  #begin(): World {
    const chance = this.#chance;
    const trueMs = () => this.#trueMs;
    const cloud = new SimulatedServer('cloud', trueMs, () => false, this.#randomUuid);
    const clients = new Map<string, string>();
    for (let n = 1; n <= chance.whole(1, 3); n++) {
      const uid = this.#randomUuid();
      clients.set(uid, `c${n}`);
      writeLine(
        cloud.disk.program,
        tableNamed('clients'),
        { uid, otherUid: noUid, content: { name: `c${n}` } },
        startMs,
      );
    }
    const count = chance.next() < 0.8 ? chance.whole(1, 2) : chance.whole(3, 8);
    const hubs = Array.from({ length: count }, (_, at) => this.#newHub(at, cloud, [...clients.keys()]));
    const people: People = {
      chance,
      clients,
      randomUuid: this.#randomUuid,
      written: { tokens: new Map(), displaced: new Set() },
    };
    return { cloud, hubs, people, served: this.#served };
  }

  #newHub(at: number, cloud: SimulatedServer, clientUids: readonly string[]): SimulatedHub {
    const isOnlyHere = (uid: string) => !this.#confirmed.has(uid);
    const server = new SimulatedServer(`hub ${at + 1}`, () => this.#trueMs, isOnlyHere, this.#randomUuid);
    server.isOlder = this.#chance.next() < 0.2;
    const uid = this.#randomUuid();
    const known = () => ({
      uid,
      randomUuid: this.#randomUuid,
      reach: { allClients: false, clientUids: this.#reach.get(hub) ?? new Set<string>() },
    });
    const hub: SimulatedHub = new SimulatedHub(
      server,
      uid,
      {
        fate: () => this.#fate(),
        deliver: (path, body) => answerHub(cloud, known(), path, body),
        later: (path, body) => this.#late.push({ hub, path, body }),
      },
      this.#randomUuid,
    );
    const some = clientUids.filter(() => this.#chance.next() < 0.7);
    this.#reach.set(hub, new Set(some.length > 0 ? some : clientUids.slice(0, 1)));
    this.#served.set(hub, new Set(this.#reach.get(hub)));
    return hub;
  }

  #did(fault: string): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  #fate(): Fate {
    const dice = this.#isCalm ? 1 : this.#chance.next();
    const fate: Fate =
      dice < 0.08
        ? 'is lost'
        : dice < 0.16
          ? 'arrives, its answer is lost'
          : dice < 0.22
            ? 'arrives now and later'
            : 'arrives';
    if (fate !== 'arrives') this.#did(`message ${fate}`);
    return fate;
  }

  async #step(world: World): Promise<void> {
    const { cloud, hubs, people } = world;
    const chance = this.#chance;
    this.#trueMs += chance.next() < 0.5 ? chance.whole(0, 2) : chance.whole(0, 3_600_000);
    const dice = chance.next();
    const hub = hubs[chance.whole(0, hubs.length - 1)] ?? hubs[0];
    if (hub === undefined) return;
    if (dice < 0.25) actOn(chance.next() < 0.4 ? cloud : hub.server, people);
    else if (dice < 0.8) await hub.step();
    else if (dice < 0.85) await this.#deliverLate(cloud);
    else await this.#befall(world, hub);
  }

  async #deliverLate(cloud: SimulatedServer): Promise<void> {
    const [one] = this.#late.splice(this.#chance.whole(0, Math.max(0, this.#late.length - 1)), 1);
    if (one === undefined) return;
    const reach = { allClients: false, clientUids: this.#reach.get(one.hub) ?? new Set<string>() };
    this.#did('messages that came late');
    await answerHub(cloud, { uid: one.hub.uid, reach, randomUuid: this.#randomUuid }, one.path, one.body).catch(
      () => undefined,
    );
  }

  /** What goes wrong with a server. */
  async #befall({ cloud, hubs, people }: World, hub: SimulatedHub): Promise<void> {
    const chance = this.#chance;
    const server = chance.next() < 0.3 ? cloud : hub.server;
    const kind = chance.whole(0, 9);
    if (kind <= 3) {
      this.#did('kills');
      if (server === cloud) for (const one of hubs) await one.kill();
      else await hub.kill();
    } else if (kind === 4) {
      server.wrongMs = chance.pick([-yearMs, yearMs, -1000, 3000, 0]);
      this.#did('clocks set wrong');
    } else if (kind === 5) {
      server.isFull = !server.isFull;
      this.#did('disks full and empty again');
    } else if (kind === 6) {
      for (const line of server.disk.program.tables.get('records')?.keys() ?? [])
        if (chance.next() < 0.5) this.#confirmed.add(line);
    } else if (kind === 7) {
      this.#backups.set(server, { disk: copyOf(server.disk), tokens: people.written.tokens.size });
    } else if (kind === 8) {
      await this.#restore(server, hubs, people);
    } else {
      await hub.kill();
      hub.server.isOlder = false;
      await hub.server.start();
      const uid = [...people.clients.keys()][chance.whole(0, people.clients.size - 1)] ?? '';
      const reach = this.#reach.get(hub) ?? new Set<string>();
      if (reach.has(uid)) return;
      this.#reach.set(hub, new Set([...reach, uid]));
      this.#served.get(hub)?.add(uid);
      this.#did('hubs given one more client');
    }
  }

  /** A server is set back to an earlier state; what was written there since, and was told to nobody, is gone. */
  async #restore(server: SimulatedServer, hubs: readonly SimulatedHub[], { written }: People): Promise<void> {
    const backup = this.#backups.get(server);
    if (backup === undefined) return;
    for (const hub of hubs) if (hub.server === server || server.name === 'cloud') await hub.kill();
    server.disk = copyOf(backup.disk);
    await server.start();
    this.#did('old backups restored');
    const later = [...written.tokens.keys()].slice(backup.tokens);
    for (const token of later) if (written.tokens.get(token) === server.name) written.tokens.set(token, '');
  }

  /** No more faults, and as many rounds as it takes. */
  async #heal({ cloud, hubs }: World): Promise<void> {
    this.#isCalm = true;
    for (const server of [cloud, ...hubs.map((hub) => hub.server)]) server.isFull = false;
    for (const hub of hubs) {
      await hub.kill();
      hub.server.isOlder = false;
      await hub.server.start();
    }
    for (let round = 0; round < roundsToRest; round++) {
      for (const hub of hubs) {
        let steps = 0;
        do {
          this.#trueMs += 1000;
          await hub.step();
          steps += 1;
        } while (hub.isExchanging && steps < mostStepsOfRound);
        if (hub.isExchanging) hub.bugs.push(`${hub.server.name}: an exchange that never ends`);
      }
    }
  }
}
