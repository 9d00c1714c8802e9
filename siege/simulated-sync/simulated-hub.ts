import { refuse } from '@sillage/contract';
import { type Cloud, type ExchangeDependencies, greet, pull, push, SyncStopped } from '@sillage/server/sync/testing';
import { Gate, Killed } from './gate.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** What becomes of a request on its way. */
export type Fate = 'arrives' | 'is lost' | 'arrives, its answer is lost' | 'arrives now and later';

export interface Network {
  readonly fate: () => Fate;
  /** The cloud's answer. @throws SyncStopped */
  readonly deliver: (path: string, body: unknown) => Promise<unknown>;
  /** Has the request delivered once more, at some time. */
  readonly later: (path: string, body: unknown) => void;
}

const report = { rows: 0, files: 0, bytes: 0, free_bytes: 0, offset_ms: 0 };

/** A hub whose exchange with its cloud stops before each transaction and on both ways of each message. */
export class SimulatedHub {
  readonly server: SimulatedServer;
  readonly uid: string;
  /** Mistakes of the program, one sentence each. */
  readonly bugs: string[] = [];
  readonly #network: Network;
  readonly #randomUuid: () => string;
  #gate = new Gate();
  #round: Promise<void> | undefined;

  constructor(server: SimulatedServer, uid: string, network: Network, randomUuid: () => string) {
    this.server = server;
    this.uid = uid;
    this.#network = network;
    this.#randomUuid = randomUuid;
  }

  get isExchanging(): boolean {
    return this.#round !== undefined;
  }

  /** One step of its exchange; begins one when none is under way. */
  async step(): Promise<void> {
    if (this.#round === undefined) {
      const gate = new Gate();
      this.#gate = gate;
      this.#round = this.#exchange(gate).then(() => {
        if (this.#gate === gate) this.#round = undefined;
      });
    }
    await this.#gate.letOn(this.#round);
  }

  /** Whatever it did is over; its disk is as it was after the last whole transaction. */
  async kill(): Promise<void> {
    const round = this.#round;
    this.#gate.kill();
    await round;
    this.#round = undefined;
  }

  async #exchange(gate: Gate): Promise<void> {
    const server = this.server;
    const dependencies: ExchangeDependencies = {
      async rowsInTurn(work) {
        await gate.pass();
        return server.inTurn(work);
      },
      clock: { nowMs: () => server.nowMs(), monotonicMs: () => 0 },
      version: '7.0.0',
      randomUuid: this.#randomUuid,
      toldBeside: {
        async note(told) {
          server.told = told;
        },
      },
    };
    const cloud: Pick<Cloud, 'post'> = {
      post: async (path, body, reply) => {
        await gate.pass();
        const answer = await this.#send(path, body);
        await gate.pass();
        return reply.parse(answer);
      },
    };
    try {
      const met = await greet(dependencies, cloud, report);
      await pull(dependencies, cloud, met);
      await push(dependencies, cloud, met);
    } catch (problem) {
      if (problem instanceof SyncStopped || problem instanceof Killed) return;
      this.bugs.push(`${server.name}: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
  }

  async #send(path: string, body: unknown): Promise<unknown> {
    const fate = this.#network.fate();
    if (fate === 'is lost') throw new SyncStopped(refuse('sync.unreachable'));
    if (fate === 'arrives now and later') this.#network.later(path, body);
    const answer = await this.#network.deliver(path, body);
    if (fate === 'arrives, its answer is lost') throw new SyncStopped(refuse('sync.unreachable'));
    return answer;
  }
}
