import { join } from 'node:path';
import type { DeviceMeta } from '@sillage/device-protocol';
import type { SourceModule } from '../recordings/source-module.ts';
import { readJson } from './keep-records.ts';

/** What a device publishes about itself before its first block. */
export function deviceMeta(
  number: number,
  name: string,
  version: string,
  modules: Readonly<Record<string, SourceModule>>,
): DeviceMeta {
  return {
    protocol: 1,
    number,
    name,
    version,
    modules: Object.fromEntries(Object.entries(modules).map(([module, { meta }]) => [module, meta])),
    features: {
      record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' },
      realtime: { cmd_set: 'v1.realtime.set' },
      clock: { cmd_get: 'v1.clock.get', cmd_set: 'v1.clock.set' },
      device: { cmd_rename: 'v1.device.rename' },
      config: { cmd_get: 'v1.config.get', cmd_set: 'v1.config.set' },
    },
  };
}

/** What somebody called it; undefined when nobody did. */
export function storedName(folder: string): string | undefined {
  const stored = readJson(join(folder, 'device.json'));
  return typeof stored === 'object' && stored !== null && 'name' in stored && typeof stored.name === 'string'
    ? stored.name
    : undefined;
}

/** Of the number: family × 1,000,000 + … */
export function familyOf(number: number): string {
  return { 10: 'maxi', 20: 'mini' }[Math.floor(number / 1e6)] ?? 'other';
}
