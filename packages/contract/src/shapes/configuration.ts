import { z } from 'zod';
import { Translated } from '../errors.ts';
import { FrequencyHz } from '../rules.ts';
import { PathId } from './primitives.ts';

/** How one module of a device is set. */
export const ModuleSetting = z.object({ enabled: z.boolean(), rate: z.number(), realtimeRate: z.number() });
export type ModuleSetting = z.infer<typeof ModuleSetting>;

/**
 * `toSend`: it would change the device. `sent`: the device took it, but was not read back. `taken`: read back and equal.
 * `leftOut`: nothing was sent, because it records, updates itself or is away.
 */
export const SendingState = z.enum(['toSend', 'sent', 'taken', 'alreadySo', 'refused', 'leftOut']);
export type SendingState = z.infer<typeof SendingState>;

/** What a configuration does, or did, to one device. */
export const ConfiguredDevice = z.object({
  number: z.int(),
  name: z.string(),
  state: SendingState,
  /** Why it was refused, left out or not read back. */
  code: z.string().nullable(),
  reason: Translated.nullable(),
  /** All modules of the device, by name; null when it was not read. */
  before: z.record(z.string(), ModuleSetting).nullable(),
  /** The same with the configuration. A module of the device that the configuration does not name is switched off. */
  after: z.record(z.string(), ModuleSetting).nullable(),
  /** Modules of the configuration that the device does not have. */
  absent: z.array(z.string()),
  /** Bytes per second of samples, while it records; null when a module's size is not known. */
  bytes_per_second: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
});
export type ConfiguredDevice = z.infer<typeof ConfiguredDevice>;

/** Devices that one configuration is sent to at once. */
const maxDevices = 200;
export const SendConfig = z.object({
  device_numbers: z.array(PathId).min(1, { error: 'required' }).max(maxDevices, { error: 'tooMany' }),
});

/** A configuration as its devices get it: sensor templates filled. */
export const ResolvedConfig = z.object({
  modules: z.record(
    z.string(),
    z.object({ enabled: z.boolean(), rate: FrequencyHz.nullable(), realtimeRate: FrequencyHz.nullable() }),
  ),
});
export type ResolvedConfig = z.infer<typeof ResolvedConfig>;
