import { z } from 'zod';
import { Translated } from '../errors.ts';
import { Id, PathId } from './primitives.ts';

/**
 * `waiting`: for its turn, for the end of a record, or for the device to come back. `loading`: the release goes to the device.
 * `updating`: the device verifies it. `reconnecting`: it starts again. The others are the end.
 */
export const FirmwareState = z.enum([
  'waiting',
  'loading',
  'updating',
  'reconnecting',
  'upToDate',
  'failed',
  'cancelled',
]);
export type FirmwareState = z.infer<typeof FirmwareState>;

export const FirmwareUpdate = z.object({
  id: Id,
  number: z.int(),
  name: z.string(),
  release_id: Id,
  from_version: z.string(),
  to_version: z.string(),
  state: FirmwareState,
  /** How many wait before it; null when it does not wait. */
  waits_for: z.int().nullable(),
  sent_bytes: z.int(),
  total_bytes: z.int(),
  /** Why it waits, was interrupted or failed. */
  code: z.string().nullable(),
  reason: Translated.nullable(),
  created_date: z.string(),
  ended_date: z.string().nullable(),
});
export type FirmwareUpdate = z.infer<typeof FirmwareUpdate>;

/** Devices that are updated by one demand. */
const maxDevices = 200;
export const StartUpdates = z.object({
  release_id: Id,
  device_numbers: z.array(PathId).min(1, { error: 'required' }).max(maxDevices, { error: 'tooMany' }),
  /** Somebody wants an older version than the one that runs. */
  downgrade: z.boolean().default(false),
});

/** What came of a demand for one device: its update, or why there is none. */
export const AskedUpdate = z.object({
  number: z.int(),
  name: z.string(),
  update: FirmwareUpdate.nullable(),
  code: z.string().nullable(),
  reason: Translated.nullable(),
});
export type AskedUpdate = z.infer<typeof AskedUpdate>;
