import { z } from 'zod';
import { maxModules, Name } from './names.ts';

const RateHz = z.number().positive().max(5000);

/** What one module does, of what a device lets be chosen. */
const ModuleSetting = z.object({
  /** Off: it measures nothing, and sends no block. */
  enabled: z.boolean(),
  rateHz: RateHz,
  /** Rate of the live curves. */
  realtimeRateHz: RateHz.max(100),
});

/** What `v1.config.set` changes of a module; what is absent stays. */
const ModuleChange = ModuleSetting.partial();

/** All modules of a device as they are set, those that are off among them. */
export const DeviceConfig = z.object({
  modules: z
    .record(
      Name,
      ModuleSetting.extend({ /** The fastest that it can do, when it says so. */ maxRateHz: RateHz.optional() }),
    )
    .refine((modules) => Object.keys(modules).length <= maxModules, `more than ${maxModules} modules`),
});
export type DeviceConfig = z.infer<typeof DeviceConfig>;

export const DeviceConfigChange = z.object({
  modules: z
    .record(Name, ModuleChange)
    .refine((modules) => Object.keys(modules).length <= maxModules, `more than ${maxModules} modules`),
});
export type DeviceConfigChange = z.infer<typeof DeviceConfigChange>;
