import {
  answerCalls,
  type Commands,
  type Outcome,
  type ReportedState,
  type RpcCall,
  refusal,
  type StoredRecord,
} from '@sillage/device-protocol';
import { blockOf, type Gathered, type PhoneSample, SampleGatherer } from './gather-samples.ts';
import type { PhoneClock } from './phone-clock.ts';
import type { OpenLine, PhoneLine } from './phone-line.ts';
import { type NewBlock, type PhoneMemory, storedRecord } from './phone-memory.ts';
import { type PhoneModule, phoneMeta, phoneModuleNames } from './phone-modules.ts';

/** What the page shows of the device; told at each change. */
export interface PhoneState {
  readonly state: ReportedState;
  readonly line: 'connecting' | 'connected' | 'lost' | 'refused';
  /** µs by the phone's clock; null when it records nothing. */
  readonly recordStartUs: number | null;
  /** µs since which the line is lost; null while it stands. */
  readonly lostSinceUs: number | null;
  /** Whether what is recorded reaches the phone's memory. */
  readonly memory: 'ok' | 'failing';
}

export interface PhoneSetup {
  readonly number: number;
  readonly secret: string;
  readonly name: string;
  readonly version: string;
  readonly url: string;
  readonly clock: PhoneClock;
  readonly memory: PhoneMemory;
  readonly openLine: OpenLine;
  /** %, undefined where the browser does not say. */
  readonly battery: () => number | undefined;
  readonly changed: (state: PhoneState) => void;
  readonly renamed: (name: string) => void;
}

/** µs; a record that was interrupted longer ago than this is ended rather than continued. */
const recoveryUs = 600e6;
/** Record ids count seconds from here, so that they stay unique when the memory is wiped. */
const recordIdsFromSeconds = Date.UTC(2020, 0, 1) / 1000;

interface Running {
  readonly id: number;
  readonly startUs: number;
  readonly next: Map<PhoneModule, number>;
}

/** A phone as a device of the public protocol: it measures all the time, records when asked, and keeps what it records. */
export class PhoneDevice {
  readonly #setup: PhoneSetup;
  readonly #gatherer = new SampleGatherer();
  readonly #modules: PhoneModule[] = [];
  readonly #streams = new Map<PhoneModule, number>();
  #line: PhoneLine | undefined;
  #name: string;
  #record: Running | undefined;
  /** Writes to the memory, one after the other. */
  #kept: Promise<void> = Promise.resolve();
  readonly #liveSequences = new Map<PhoneModule, number>();
  #now: PhoneState = { state: 'idle', line: 'connecting', recordStartUs: null, lostSinceUs: null, memory: 'ok' };

  private constructor(setup: PhoneSetup) {
    this.#setup = setup;
    this.#name = setup.name;
  }

  /** Goes on with the record that a closed page left, then calls the hub. */
  static async start(setup: PhoneSetup): Promise<PhoneDevice> {
    const device = new PhoneDevice(setup);
    await device.#recover();
    const answer = answerCalls(device.#commands());
    const called = (call: RpcCall) => void answer(call).then((reply) => device.#line?.answer(reply));
    device.#line = await setup.openLine({
      ...setup,
      called,
      connected: () => device.#connected(),
      lost: () => {
        if (device.#now.line !== 'connected') return;
        device.#change({ line: 'lost', lostSinceUs: setup.clock.nowUs() });
      },
      refused: () => device.#change({ line: 'refused' }),
    });
    return device;
  }

  get now(): PhoneState {
    return this.#now;
  }

  /** A sensor that answers for the first time makes its module; what follows are its samples. */
  add(module: PhoneModule, sample: PhoneSample): void {
    if (!this.#modules.includes(module)) {
      this.#modules.push(module);
      this.#modules.sort((a, b) => phoneModuleNames.indexOf(a) - phoneModuleNames.indexOf(b));
      this.#sayWhatItIs();
    }
    this.#gatherer.add(module, sample);
  }

  /** Called a few times a second: what was measured until now goes into the memory and out. */
  tick(): void {
    this.#send(this.#setup.clock.nowUs());
  }

  /** Called every 5 s, as the protocol asks. */
  report(): void {
    const { clock, battery } = this.#setup;
    const percent = battery();
    const record = this.#record && { id: this.#record.id, startUs: this.#record.startUs };
    this.#line?.status({
      connected: true,
      state: this.#now.state,
      ...(percent !== undefined && { battery: percent }),
      clockUs: clock.nowUs(),
      modules: Object.fromEntries(this.#modules.map((module) => [module, { connected: true }])),
      record: record ?? null,
    });
  }

  /** Ends a record that the hub cannot end, as a button on the phone does. */
  async endHere(): Promise<void> {
    if (this.#record !== undefined) await this.#stop();
  }

  /** What waits in the memory is there at the next start. */
  async close(): Promise<void> {
    this.tick();
    await this.#kept;
    this.#line?.close();
  }

  #connected(): void {
    this.#change({ line: 'connected', lostSinceUs: null });
    this.#sayWhatItIs();
    this.report();
  }

  #commands(): Commands {
    const { clock, memory } = this.#setup;
    return {
      'v1.record.rec.start': () => this.#start(),
      'v1.record.rec.stop': async () => {
        if (this.#record === undefined) return refusal('not_recording', `the phone is in state ${this.#now.state}`);
        return { result: await this.#stop() };
      },
      'v1.record.rec.list': async ({ after = 0, limit = 100 }) => {
        const later = (await memory.records()).filter(({ id }) => id > after);
        return { result: { records: later.slice(0, limit).map(storedRecord), more: later.length > limit } };
      },
      'v1.record.block.resend': async ({ recordId, module, sequences }) => {
        const known = phoneModuleNames.find((one) => one === module);
        if (known === undefined) return refusal('unknown_module', `no module ${module}`);
        await this.#kept;
        const blocks = await memory.read(recordId, known, sequences);
        for (const block of blocks) this.#line?.again(block);
        return { result: { sent: blocks.length } };
      },
      'v1.record.rec.delete': async ({ recordId }) => {
        if (this.#record?.id === recordId) return refusal('busy', 'this record is running');
        await memory.forget(recordId);
        return { result: {} };
      },
      'v1.realtime.set': ({ modules, holdSeconds }) => {
        const untilUs = clock.nowUs() + holdSeconds * 1e6;
        for (const module of phoneModuleNames) {
          if (modules === undefined || modules.includes(module)) this.#streams.set(module, untilUs);
        }
        return { result: {} };
      },
      'v1.clock.get': () => ({ result: { clockUs: clock.nowUs() } }),
      'v1.clock.set': ({ clockUs }) => {
        if (this.#record !== undefined) return refusal('busy', 'the clock does not jump during a record');
        clock.set(clockUs);
        this.#gatherer.forget();
        return { result: {} };
      },
      'v1.device.rename': ({ name }) => {
        this.#name = name;
        this.#setup.renamed(name);
        this.#sayWhatItIs();
        return { result: {} };
      },
    };
  }

  async #start(): Promise<Outcome<{ recordId: number }>> {
    if (this.#now.state !== 'idle') return refusal('busy', `the phone is in state ${this.#now.state}`);
    this.#enter('starting_record');
    const startUs = this.#setup.clock.nowUs();
    // What was measured before belongs to no record.
    this.#send(startUs);
    try {
      const last = (await this.#setup.memory.records()).at(-1)?.id ?? 0;
      const id = Math.max(1, last + 1, Math.floor(startUs / 1e6) - recordIdsFromSeconds);
      await this.#setup.memory.begin(id, startUs);
      this.#record = { id, startUs, next: new Map() };
    } catch (error) {
      this.#enter('idle');
      throw error;
    }
    this.#change({ recordStartUs: startUs, memory: 'ok' });
    this.#enter('record');
    return { result: { recordId: this.#record.id } };
  }

  async #stop(): Promise<StoredRecord> {
    const stopUs = this.#setup.clock.nowUs();
    this.#enter('stopping_record');
    this.#send(stopUs);
    const record = this.#record;
    if (record === undefined) throw new Error('the record ended meanwhile');
    this.#record = undefined;
    try {
      await this.#kept;
      return await this.#setup.memory.end(record.id, stopUs);
    } finally {
      this.#change({ recordStartUs: null });
      this.#enter('idle');
    }
  }

  #send(untilUs: number): void {
    const gathered = this.#gatherer.take(untilUs);
    const record = this.#record;
    if (record === undefined) {
      this.#stream(gathered, untilUs);
      return;
    }
    const blocks = gathered.map((one): NewBlock => {
      const sequence = record.next.get(one.module) ?? 0;
      record.next.set(one.module, sequence + 1);
      return { module: one.module, sequence, bytes: blockOf(one, record.id, sequence) };
    });
    if (blocks.length === 0) return;
    for (const { bytes } of blocks) this.#line?.live(bytes);
    this.#kept = this.#kept
      .then(() => this.#setup.memory.keep(record.id, blocks, untilUs))
      .then(() => this.#change({ memory: 'ok' }))
      // The hub has what arrived there; the page says that nothing else holds it.
      .catch(() => this.#change({ memory: 'failing' }));
  }

  /** Live only, while somebody watches: record id 0. */
  #stream(gathered: readonly Gathered[], nowUs: number): void {
    for (const one of gathered) {
      if ((this.#streams.get(one.module) ?? 0) <= nowUs) continue;
      const sequence = this.#liveSequences.get(one.module) ?? 0;
      this.#liveSequences.set(one.module, sequence + 1);
      this.#line?.live(blockOf(one, 0, sequence));
    }
  }

  async #recover(): Promise<void> {
    const { memory, clock } = this.#setup;
    const nowUs = clock.nowUs();
    for (const lost of (await memory.records()).filter(({ stopUs }) => stopUs === null)) {
      const isFresh = lost.lastUs <= nowUs && nowUs - lost.lastUs < recoveryUs;
      if (this.#record !== undefined || !isFresh) {
        await memory.end(lost.id, lost.lastUs);
        continue;
      }
      const next = new Map(phoneModuleNames.map((module) => [module, lost.blocks[module] ?? 0]));
      this.#record = { id: lost.id, startUs: lost.startUs, next };
      this.#change({ state: 'recovery_record', recordStartUs: lost.startUs });
    }
  }

  #enter(state: ReportedState): void {
    this.#change({ state });
    this.report();
  }

  #change(part: Partial<PhoneState>): void {
    this.#now = { ...this.#now, ...part };
    this.#setup.changed(this.#now);
  }

  #sayWhatItIs(): void {
    if (this.#modules.length === 0) return;
    this.#line?.meta(phoneMeta(this.#setup.number, this.#name, this.#setup.version, this.#modules));
  }
}
