import { join } from 'node:path';
import {
  type DeviceConfig,
  type DeviceConfigChange,
  type Outcome,
  refusal,
  rpcMethods,
} from '@sillage/device-protocol';
import { resample } from '../recordings/resample.ts';
import type { SourceModule } from '../recordings/source-module.ts';
import { readJson, writeJson } from './keep-records.ts';

type Modules = Readonly<Record<string, SourceModule>>;
type Setting = DeviceConfig['modules'][string];

/** Hz; what the sensors of a family can do, unless a recording is faster. */
const fastestOfMaxi = 1000;
const fastestOfMini = 200;
const miniFrom = 20_000_000;
/** Hz; what is measured more rarely happens by itself (a stroke, a fix): no rate can be asked of it. */
const pacedFromHz = 1;

/** How the modules of a device are set: kept in its memory, and what it measures is at these rates. */
export class ModuleSettings {
  readonly #recorded: Modules;
  readonly #file: string;
  readonly #fastestHz: number;
  #settings: Readonly<Record<string, Setting>>;
  #sources: Modules;

  constructor(recorded: Modules, number: number, folder: string) {
    this.#recorded = recorded;
    this.#file = join(folder, 'config.json');
    this.#fastestHz = number < miniFrom ? fastestOfMaxi : fastestOfMini;
    this.#settings = this.#asRecorded();
    const kept = rpcMethods['v1.config.set'].params.safeParse(readJson(this.#file));
    if (kept.success) {
      const known = Object.entries(kept.data.modules).filter(([name]) => Object.hasOwn(recorded, name));
      const changed = this.#changed({ modules: Object.fromEntries(known) });
      if (!('error' in changed)) this.#settings = changed.result;
    }
    this.#sources = this.#measured();
  }

  /** What it measures with: the modules that are on, at their rates. */
  get sources(): Modules {
    return this.#sources;
  }

  get config(): DeviceConfig {
    return { modules: this.#settings };
  }

  /** All of it, or nothing and why. */
  set(change: DeviceConfigChange): Outcome<DeviceConfig> {
    const changed = this.#changed(change);
    if ('error' in changed) return changed;
    writeJson(this.#file, { modules: changed.result });
    this.#settings = changed.result;
    this.#sources = this.#measured();
    return { result: this.config };
  }

  #changed({ modules }: DeviceConfigChange): Outcome<Record<string, Setting>> {
    const settings: Record<string, Setting> = { ...this.#settings };
    for (const [name, change] of Object.entries(modules)) {
      const before = settings[name];
      const source = this.#recorded[name];
      if (before === undefined || source === undefined) return refusal('unknown_module', `no module ${name}`);
      const fastestHz = before.maxRateHz ?? this.#fastestHz;
      const { enabled = before.enabled, rateHz = before.rateHz, realtimeRateHz = before.realtimeRateHz } = change;
      if (rateHz > fastestHz) return refusal('bad_params', `${name}: ${fastestHz} Hz at most`);
      if (source.meta.rateHz < pacedFromHz && rateHz !== source.meta.rateHz) {
        return refusal('bad_params', `${name}: its rate is that of what happens, ${source.meta.rateHz} Hz`);
      }
      settings[name] = { ...before, enabled, rateHz, realtimeRateHz };
    }
    const isBlind = Object.values(settings).every(({ enabled }) => !enabled);
    return isBlind ? refusal('bad_params', 'one module must stay on') : { result: settings };
  }

  #asRecorded(): Record<string, Setting> {
    const settings = Object.entries(this.#recorded).map(([name, { meta }]) => {
      const { rateHz, realtimeRateHz } = meta;
      const maxRateHz = rateHz < pacedFromHz ? rateHz : Math.max(rateHz, this.#fastestHz);
      return [name, { enabled: true, rateHz, realtimeRateHz, maxRateHz }] as const;
    });
    return Object.fromEntries(settings);
  }

  #measured(): Modules {
    const on = Object.entries(this.#recorded).flatMap(([name, recorded]) => {
      const setting = this.#settings[name];
      if (setting === undefined || !setting.enabled) return [];
      const source = setting.rateHz === recorded.meta.rateHz ? recorded : resample(recorded, setting.rateHz);
      return [[name, { ...source, meta: { ...source.meta, realtimeRateHz: setting.realtimeRateHz } }] as const];
    });
    return Object.fromEntries(on);
  }
}
