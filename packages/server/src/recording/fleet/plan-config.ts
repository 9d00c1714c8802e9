import type { ModuleSetting, Refusal } from '@sillage/contract';
import { refuse } from '@sillage/contract';
import type { DeviceConfig, DeviceConfigChange } from '@sillage/device-protocol';
import type { ResolvedModules } from '../../administration/configs/index.ts';

export type Settings = Readonly<Record<string, ModuleSetting>>;

/** What a configuration does to one device. */
export interface ConfigPlan {
  readonly before: Settings;
  readonly after: Settings;
  /** Only what is another than before. */
  readonly change: DeviceConfigChange;
  readonly absent: readonly string[];
  readonly refusal: Refusal | undefined;
}

/** Hz; of the protocol. */
const fastestLiveHz = 100;

/**
 * The modules that a configuration names are set as it says; the device's others are switched off.
 * @param typeOf of a module of the device; undefined when it did not say, as of one that is off
 */
export function planConfig(
  device: DeviceConfig,
  { config, types }: ResolvedModules,
  typeOf: (module: string) => string | undefined,
): ConfigPlan {
  const before = settingsOf(device);
  const hasModule = (name: string) => Object.hasOwn(before, name) && isOf(typeOf(name), types[name]);
  const named = Object.keys(config.modules).filter(hasModule);
  const after = Object.fromEntries(
    Object.entries(before).map(([name, setting]) => {
      const wanted = named.includes(name) ? config.modules[name] : undefined;
      if (wanted === undefined || !wanted.enabled) return [name, { ...setting, enabled: false }];
      const rate = wanted.rate ?? setting.rate;
      return [name, { enabled: true, rate, realtimeRate: wanted.realtimeRate ?? Math.min(setting.realtimeRate, rate) }];
    }),
  );
  return {
    before,
    after,
    change: { modules: changesOf(before, after) },
    absent: Object.keys(config.modules).filter((name) => !hasModule(name)),
    refusal: Object.values(after).some(({ enabled }) => enabled)
      ? refuseRates(device, after)
      : refuse('config.nothingForDevice'),
  };
}

/** As a device tells it, in the words of configurations. */
export function settingsOf({ modules }: DeviceConfig): Settings {
  return Object.fromEntries(
    Object.entries(modules).map(([name, { enabled, rateHz, realtimeRateHz }]) => [
      name,
      { enabled, rate: rateHz, realtimeRate: realtimeRateHz },
    ]),
  );
}

/** Modules that are set otherwise; of those that are off both times nothing counts. */
export function differing(one: Settings, other: Settings): string[] {
  return Object.keys({ ...one, ...other }).filter((name) => {
    const [a, b] = [one[name], other[name]];
    if (a === undefined || b === undefined) return true;
    if (!a.enabled && !b.enabled) return false;
    return a.enabled !== b.enabled || a.rate !== b.rate || a.realtimeRate !== b.realtimeRate;
  });
}

function changesOf(before: Settings, after: Settings): DeviceConfigChange['modules'] {
  const changes = differing(before, after).flatMap((name) => {
    const to = after[name];
    if (to === undefined) return [];
    const { enabled, rate: rateHz, realtimeRate: realtimeRateHz } = to;
    return [[name, enabled ? { enabled, rateHz, realtimeRateHz } : { enabled }] as const];
  });
  return Object.fromEntries(changes);
}

function refuseRates({ modules }: DeviceConfig, after: Settings): Refusal | undefined {
  for (const [name, { enabled, rate, realtimeRate }] of Object.entries(after)) {
    const maximum = modules[name]?.maxRateHz;
    if (enabled && maximum !== undefined && rate > maximum) return refuse('config.tooFast', { module: name, maximum });
    if (enabled && realtimeRate > fastestLiveHz) {
      return refuse('config.liveTooFast', { module: name, maximum: fastestLiveHz });
    }
  }
  return undefined;
}

function isOf(type: string | undefined, wanted: string | undefined): boolean {
  return type === undefined || wanted === undefined || type === wanted;
}
