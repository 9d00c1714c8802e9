import type { DeviceMeta } from '@sillage/device-protocol';
import type { SourceModule } from '../recordings/source-module.ts';

/** What a device publishes about itself before its first block. */
export function deviceMeta(number: number, name: string, modules: Readonly<Record<string, SourceModule>>): DeviceMeta {
  return {
    protocol: 1,
    number,
    name,
    version: '7.0.0',
    modules: Object.fromEntries(Object.entries(modules).map(([module, { meta }]) => [module, meta])),
    features: {
      record: { cmd_start: 'v1.record.rec.start', cmd_stop: 'v1.record.rec.stop' },
      realtime: { cmd_set: 'v1.realtime.set' },
      clock: { cmd_get: 'v1.clock.get', cmd_set: 'v1.clock.set' },
      device: { cmd_rename: 'v1.device.rename' },
    },
  };
}
