import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerCalls,
  type Commands,
  type Outcome,
  type ReportedState,
  refusal,
  type StoredRecord,
} from '@sillage/device-protocol';
import { Battery } from './battery.ts';
import { DeviceLine } from './connect.ts';
import { deviceMeta, familyOf, storedName } from './describe-device.ts';
import type { DeviceSetup } from './device-setup.ts';
import { RecordShelf, writeJson } from './keep-records.ts';
import { ModulePlayers, type RunningRecord } from './play-modules.ts';
import { PoorNetwork } from './send-late.ts';
import { ModuleSettings } from './set-modules.ts';
import { FirmwareMemory } from './take-firmware.ts';
import { Timers } from './timers.ts';
import { updateItself } from './update-itself.ts';

const startMs = 300;
const stopMs = 200;
const statusEveryMs = 5000;
/** µs; a record interrupted longer ago than this is ended rather than continued. */
const recoveryUs = 600e6;
/** Record ids count seconds from here, so that they stay unique when the memory is wiped. */
const recordIdsFromSeconds = Date.UTC(2020, 0, 1) / 1000;

/** A virtual device: it measures (replays) all the time, records when asked, and speaks only the public protocol. */
export class VirtualDevice {
  readonly #setup: DeviceSetup;
  readonly #modules: ModulePlayers;
  readonly #settings: ModuleSettings;
  readonly #firmware: FirmwareMemory;
  readonly #shelf: RecordShelf;
  readonly #line: DeviceLine;
  readonly #network: PoorNetwork;
  readonly #timers = new Timers();
  readonly #battery: Battery;
  #name: string;
  #state: ReportedState = 'idle';
  #record: { readonly id: number; readonly startUs: number } | undefined;

  constructor(setup: DeviceSetup) {
    this.#setup = setup;
    mkdirSync(setup.folder, { recursive: true });
    this.#shelf = new RecordShelf(join(setup.folder, 'records'));
    this.#name = storedName(setup.folder) ?? setup.name;
    this.#battery = new Battery(setup.hostUs, 60 + 40 * setup.random());
    const bootUs = setup.clock.nowUs();
    this.#settings = new ModuleSettings(setup.modules, setup.number, setup.folder);
    this.#firmware = new FirmwareMemory(setup.folder, familyOf(setup.number), {
      version: setup.version,
      key: setup.firmwareKey,
    });
    this.#modules = new ModulePlayers(this.#settings.sources, bootUs, setup.hostUs);
    this.#recover(bootUs);
    const answer = answerCalls(this.#commands());
    this.#line = new DeviceLine({
      ...setup,
      connected: () => {
        this.#sayWhatItIs();
        this.#report();
      },
      called: (call) => void answer(call).then((reply) => this.#line.answer(reply)),
    });
    const { loss, jitterMs } = setup.faults;
    this.#network = new PoorNetwork({ loss, jitterMs, random: setup.random, send: (block) => this.#line.live(block) });
    this.#tickAtNextWindow();
    this.#reportRegularly();
    this.#dropSometimes(setup.faults.reconnects);
  }

  get number(): number {
    return this.#setup.number;
  }

  get state(): ReportedState {
    return this.#state;
  }

  get connected(): boolean {
    return this.#line.connected;
  }

  get version(): string {
    return this.#firmware.version;
  }

  /** What lies in the device's memory. */
  get records(): readonly StoredRecord[] {
    return this.#shelf.list();
  }

  /** Cuts the connection; the device comes back by itself. */
  drop(): void {
    this.#setup.log(`${this.number} loses its connection`);
    this.#line.drop();
  }

  /** Switches the device off; a running record ends. */
  async stop(): Promise<void> {
    this.#timers.stop();
    if (this.#record) this.#play(this.#setup.clock.nowUs(), 'all');
    if (this.#record) this.#shelf.abandon(this.#setup.clock.nowUs());
    this.#record = undefined;
    this.#network.stop();
    this.#state = 'off';
    await this.#line.close();
  }

  #commands(): Commands {
    const { clock } = this.#setup;
    return {
      'v1.record.rec.start': () => this.#start(),
      'v1.record.rec.stop': () => this.#stopRecord(),
      'v1.record.rec.list': (page) => ({ result: this.#shelf.page(page) }),
      'v1.record.block.resend': ({ recordId, module, sequences }) => {
        if (!this.#shelf.has(recordId)) return refusal('unknown_record', `no record ${recordId}`);
        if (!this.#modules.has(module)) return refusal('unknown_module', `no module ${module}`);
        const blocks = this.#shelf.read(recordId, module, sequences);
        for (const block of blocks) this.#line.again(block);
        return { result: { sent: blocks.length } };
      },
      'v1.record.rec.delete': ({ recordId }) => {
        if (this.#record?.id === recordId) return refusal('busy', 'this record is running');
        this.#shelf.delete(recordId);
        return { result: {} };
      },
      'v1.realtime.set': ({ modules, holdSeconds }) => {
        const names = modules ?? this.#modules.names;
        const unknown = names.find((name) => !this.#modules.has(name));
        if (unknown) return refusal('unknown_module', `no module ${unknown}`);
        this.#modules.hold(names, holdSeconds);
        return { result: {} };
      },
      'v1.clock.get': () => ({ result: { clockUs: clock.nowUs() } }),
      'v1.clock.set': ({ clockUs }) => {
        if (this.#state !== 'idle') return refusal('busy', 'the clock does not jump during a record');
        this.#modules.shift(clock.set(clockUs));
        return { result: {} };
      },
      'v1.device.rename': ({ name }) => {
        this.#name = name;
        writeJson(join(this.#setup.folder, 'device.json'), { name });
        this.#sayWhatItIs();
        return { result: {} };
      },
      'v1.config.get': () => ({ result: this.#settings.config }),
      'v1.config.set': (change) => {
        if (this.#state !== 'idle') return refusal('busy', `the device is in state ${this.#state}`);
        const outcome = this.#settings.set(change);
        if ('error' in outcome) return outcome;
        this.#modules.replace(this.#settings.sources, clock.nowUs());
        this.#sayWhatItIs();
        return outcome;
      },
      ...updateItself({
        memory: this.#firmware,
        mayBegin: () => this.#state === 'idle' || this.#state === 'firmware_updating',
        enter: (state) => this.#enter(state),
        later: (ms, act) => this.#timers.later(ms, act),
        restart: () => {
          this.#state = 'idle';
          this.drop();
        },
        cutLine: () => this.drop(),
        fault: this.#setup.faults.firmware,
      }),
    };
  }

  async #start(): Promise<Outcome<{ recordId: number }>> {
    if (this.#state !== 'idle') return refusal('busy', `the device is in state ${this.#state}`);
    this.#enter('starting_record');
    await this.#timers.wait(startMs);
    const startUs = this.#setup.clock.nowUs();
    this.#play(startUs, 'all');
    const id = Math.max(1, this.#shelf.lastId + 1, Math.floor(startUs / 1e6) - recordIdsFromSeconds);
    try {
      this.#shelf.begin(id, startUs, this.#modules.ids());
    } catch (error) {
      this.#enter('idle');
      throw error;
    }
    this.#record = { id, startUs };
    this.#enter('record');
    return { result: { recordId: id } };
  }

  async #stopRecord(): Promise<Outcome<StoredRecord>> {
    if (!this.#record || (this.#state !== 'record' && this.#state !== 'recovery_record')) {
      return refusal('not_recording', `the device is in state ${this.#state}`);
    }
    this.#enter('stopping_record');
    try {
      const stored = this.#endRecord(this.#setup.clock.nowUs());
      await this.#timers.wait(stopMs);
      return { result: stored };
    } finally {
      this.#enter('idle');
    }
  }

  /** Everything before `stopUs` belongs to the record. */
  #endRecord(stopUs: number): StoredRecord {
    this.#play(stopUs, 'all');
    if (!this.#record) throw new Error('the memory failed');
    this.#record = undefined;
    return this.#shelf.finish(stopUs);
  }

  /** After a loss of power during a record: goes on with it when it is fresh. */
  #recover(bootUs: number): void {
    for (let lost = this.#shelf.unfinished; lost; lost = this.#shelf.unfinished) {
      if (this.#record || bootUs - lost.lastSampleUs > recoveryUs || lost.lastSampleUs > bootUs) {
        this.#shelf.giveUp(lost.id);
        continue;
      }
      this.#shelf.resume(lost.id);
      this.#record = { id: lost.id, startUs: lost.startUs };
      this.#state = 'recovery_record';
      return;
    }
  }

  #tickAtNextWindow(): void {
    const waitUs = this.#modules.untilNextWindowUs(this.#setup.clock.nowUs());
    // One more millisecond, since timers may fire a little early.
    this.#timers.later(Math.ceil(waitUs / 1000) + 1, () => {
      this.#tickAtNextWindow();
      this.#play(this.#setup.clock.nowUs(), 'whole windows');
    });
  }

  #play(untilUs: number, which: 'whole windows' | 'all'): void {
    for (const { moduleId, block } of this.#modules.take(untilUs, which, () => this.#runningRecord())) {
      if (this.#record && !this.#keep(moduleId, block)) continue;
      this.#network.pass(block);
    }
  }

  #runningRecord(): RunningRecord | undefined {
    return this.#record && { id: this.#record.id, nextSequence: (moduleId) => this.#shelf.nextSequence(moduleId) };
  }

  /** Answers whether the block is in the memory; a memory that fails ends the record, as a full one does. */
  #keep(moduleId: number, block: Uint8Array): boolean {
    try {
      this.#shelf.append(moduleId, block);
      return true;
    } catch (error) {
      this.#setup.log(`${this.number} cannot keep a block: ${error instanceof Error ? error.message : error}`);
      this.#record = undefined;
      this.#shelf.abandon(this.#setup.clock.nowUs());
      this.#enter('idle');
      return false;
    }
  }

  #enter(state: ReportedState): void {
    this.#state = state;
    this.#report();
  }

  #report(): void {
    const { clock } = this.#setup;
    this.#line.status({
      connected: true,
      state: this.#state,
      battery: this.#battery.percent(),
      clockUs: clock.nowUs(),
      modules: Object.fromEntries(this.#modules.names.map((name) => [name, { connected: true }])),
      record: this.#record ?? null,
    });
  }

  #reportRegularly(): void {
    this.#timers.later(statusEveryMs, () => {
      this.#report();
      this.#reportRegularly();
    });
  }

  #dropSometimes(left: number): void {
    const { faults, random } = this.#setup;
    if (faults.dropEverySeconds === undefined || left < 1) return;
    this.#timers.later(faults.dropEverySeconds * 1000 * (0.5 + random()), () => {
      this.drop();
      this.#dropSometimes(left - 1);
    });
  }

  #sayWhatItIs(): void {
    this.#line.meta(deviceMeta(this.number, this.#name, this.version, this.#settings.sources));
  }
}
