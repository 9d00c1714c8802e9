import { answerCalls, type Commands, type ReportedState, refusal } from '@sillage/device-protocol';
import type { Clock } from '../../platform/clock/index.ts';
import { ReplayMemory } from './keep-records.ts';
import { type BlockPlace, type ReplayedBlocks, windowUs } from './read-blocks.ts';
import { ReplayLine } from './replay-line.ts';

const statusEveryMs = 5000;
/** ms for which a record that ended with the replay may be asked for. */
const fetchMs = 15_000;
const checkMs = 100;
/** What it says to be; there is no firmware. */
const version = '7.0.0';

interface ReplayOptions {
  readonly brokerUrl: string;
  readonly number: number;
  readonly secret: string;
  readonly name: string;
  readonly blocks: ReplayedBlocks;
  /** Rounds; Infinity to go on until it is ended. */
  readonly rounds: number;
  readonly longestMs: number;
  readonly clock: Clock;
  /** Once, when it is over by itself; with what was wrong. */
  readonly over: (error?: unknown) => void;
}

/** A record that is played: a device like any other to whoever listens to it. */
export class ReplayDevice {
  readonly #options: ReplayOptions;
  readonly #line: ReplayLine;
  readonly #memory: ReplayMemory;
  readonly #report: NodeJS.Timeout;
  readonly #beganMs: number;
  /** Module → device time until which it streams. */
  readonly #heldUntilMs = new Map<string, number>();
  readonly #liveSequences = new Map<string, number>();
  /** Device clock, beside the monotonic one. */
  #clockOffsetUs: number;
  #name: string;
  #state: ReportedState = 'idle';
  /** Device clock of the beginning of window 0; undefined until the first connection. */
  #originUs: number | undefined;
  #window = 0;
  #isEnding = false;
  #wake: (() => void) | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ReplayOptions) {
    this.#options = options;
    const { clock } = options;
    this.#beganMs = clock.monotonicMs();
    this.#clockOffsetUs = (clock.nowMs() - this.#beganMs) * 1000;
    this.#name = options.name;
    this.#memory = new ReplayMemory([...options.blocks.modules.keys()]);
    const answer = answerCalls(this.#commands());
    this.#line = new ReplayLine({
      ...options,
      connected: () => {
        this.#sayWhatItIs();
        this.#sayHowItDoes();
        if (this.#originUs !== undefined) return;
        this.#originUs = this.#nowUs();
        void this.#play().then(
          () => this.#isEnding || options.over(),
          (error: unknown) => options.over(error),
        );
      },
      called: (call) => void answer(call).then((reply) => this.#line.answer(reply)),
    });
    this.#report = setInterval(() => this.#sayHowItDoes(), statusEveryMs);
  }

  /** s of the record that is played now. */
  get positionSeconds(): number {
    return this.#options.blocks.secondsAt(this.#window);
  }

  /** Ends what it records, lets the server fetch what it lacks of that, and switches itself off. */
  async stop(patienceMs = fetchMs): Promise<void> {
    this.#isEnding = true;
    this.#wake?.();
    await this.#inTurn(async () => this.#endRecord());
    const untilMs = this.#options.clock.monotonicMs() + patienceMs;
    while (!this.#memory.isEmpty && this.#options.clock.monotonicMs() < untilMs) await this.#wait(checkMs);
    clearInterval(this.#report);
    await this.#line.close();
  }

  #commands(): Commands {
    return {
      'v1.record.rec.start': () =>
        this.#inTurn(async () => {
          if (this.#state !== 'idle' || this.#memory.isFull || this.#isEnding || this.#originUs === undefined) {
            return refusal('busy', 'the replay cannot record now');
          }
          const startUs = Math.round(this.#originUs + this.#window * windowUs);
          const recordId = this.#memory.begin(this.#window, startUs, this.#originUs);
          this.#enter('record');
          return { result: { recordId } };
        }),
      'v1.record.rec.stop': () =>
        this.#inTurn(async () => {
          const stored = this.#endRecord();
          return stored ? { result: stored } : refusal('not_recording', 'the replay does not record');
        }),
      'v1.record.rec.list': ({ after }) => ({ result: { records: this.#memory.list(after) } }),
      'v1.record.block.resend': (wanted) => this.#inTurn(() => this.#resend(wanted)),
      'v1.record.rec.delete': ({ recordId }) => {
        if (this.#memory.running?.id === recordId) return refusal('busy', 'this record is running');
        this.#memory.forget(recordId);
        return { result: {} };
      },
      'v1.realtime.set': ({ modules, holdSeconds }) => {
        const known = this.#options.blocks.modules;
        const unknown = modules?.find((name) => !known.has(name));
        if (unknown !== undefined) return refusal('unknown_module', `no module ${unknown}`);
        const untilMs = this.#options.clock.monotonicMs() + holdSeconds * 1000;
        for (const name of modules ?? known.keys()) this.#heldUntilMs.set(name, untilMs);
        return { result: {} };
      },
      'v1.clock.get': () => ({ result: { clockUs: this.#nowUs() } }),
      'v1.clock.set': ({ clockUs }) => {
        if (this.#state !== 'idle') return refusal('busy', 'the clock does not jump during a record');
        const jumpUs = clockUs - this.#nowUs();
        this.#clockOffsetUs += jumpUs;
        if (this.#originUs !== undefined) this.#originUs += jumpUs;
        return { result: {} };
      },
      'v1.device.rename': ({ name }) => {
        this.#name = name;
        this.#sayWhatItIs();
        return { result: {} };
      },
    };
  }

  /** One window after the other, each when it has passed. */
  async #play(): Promise<void> {
    const { blocks, rounds, longestMs, clock } = this.#options;
    const end = blocks.windows * rounds;
    while (!this.#isEnding && this.#window < end && clock.monotonicMs() - this.#beganMs < longestMs) {
      const dueUs = (this.#originUs ?? 0) + (this.#window + 1) * windowUs;
      const waitMs = Math.ceil((dueUs - this.#nowUs()) / 1000);
      if (waitMs > 0) await this.#wait(waitMs);
      else await this.#inTurn(() => this.#emit());
    }
  }

  async #emit(): Promise<void> {
    const { blocks, clock } = this.#options;
    const window = this.#window;
    for (const module of blocks.modules.keys()) {
      const isWanted = this.#memory.running !== null || clock.monotonicMs() < (this.#heldUntilMs.get(module) ?? 0);
      if (!isWanted) continue;
      const count = await blocks.count(module, window);
      for (let part = 0; part < count; part++) {
        const place = this.#memory.add(module, window, part) ?? this.#livePlace(module, window, part);
        const block = await blocks.encode(module, place);
        if (block !== undefined) this.#line.live(block);
      }
    }
    this.#window = window + 1;
  }

  #livePlace(module: string, window: number, part: number): BlockPlace {
    const sequence = this.#liveSequences.get(module) ?? 0;
    this.#liveSequences.set(module, sequence + 1);
    return { window, part, sequence, recordId: 0, originUs: this.#originUs ?? 0 };
  }

  async #resend(wanted: { recordId: number; module: string; sequences: number[] }) {
    const { recordId, module, sequences } = wanted;
    const { blocks } = this.#options;
    if (!this.#memory.has(recordId)) return refusal('unknown_record', `no record ${recordId}`);
    if (!blocks.modules.has(module)) return refusal('unknown_module', `no module ${module}`);
    let sent = 0;
    for (const sequence of sequences) {
      const place = this.#memory.find(recordId, module, sequence);
      const block = place && (await blocks.encode(module, place));
      if (block === undefined) continue;
      this.#line.again(block);
      sent += 1;
    }
    return { result: { sent } };
  }

  #endRecord() {
    if (this.#memory.running === null) return undefined;
    const stored = this.#memory.end(Math.round((this.#originUs ?? 0) + this.#window * windowUs));
    this.#enter('idle');
    return stored;
  }

  /** What changes the record or sends its blocks comes one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => {});
    return done;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #nowUs(): number {
    return Math.round(this.#options.clock.monotonicMs() * 1000 + this.#clockOffsetUs);
  }

  #enter(state: ReportedState): void {
    this.#state = state;
    this.#sayHowItDoes();
  }

  #sayHowItDoes(): void {
    const { blocks } = this.#options;
    this.#line.status({
      ...{ connected: true, state: this.#state, clockUs: this.#nowUs(), record: this.#memory.running },
      modules: Object.fromEntries([...blocks.modules.keys()].map((name) => [name, { connected: true }])),
    });
  }

  #sayWhatItIs(): void {
    const { number, blocks } = this.#options;
    this.#line.meta({
      ...{ protocol: 1, number, name: this.#name, version },
      modules: Object.fromEntries([...blocks.modules].map(([name, { meta }]) => [name, meta])),
      features: {
        record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' },
        realtime: { cmd_set: 'v1.realtime.set' },
        clock: { cmd_get: 'v1.clock.get', cmd_set: 'v1.clock.set' },
        device: { cmd_rename: 'v1.device.rename' },
      },
    });
  }
}
