import { z } from 'zod';

/** Octets that the name of a Wi-Fi network has at most (IEEE 802.11). */
const maxNameBytes = 32;

const NetworkName = z
  .string()
  .min(1, { error: 'required' })
  .max(maxNameBytes, { error: 'maxLength' })
  .refine((name) => new TextEncoder().encode(name).length <= maxNameBytes, { error: 'maxLength' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the system's programs take one line
  .refine((name) => !/[\u0000-\u001f\u007f]/.test(name), { error: 'excludedCharacter' });

export const WifiNetwork = z.object({
  name: z.string(),
  /** As the system says it, "WPA2"; "" for an open one, and for one that is out of range. */
  security: z.string(),
  /** 0–100 %; null: out of range. */
  signal_percent: z.number().nullable(),
  connected: z.boolean(),
  /** What the system knows it by when it joins it by itself; null: never joined. */
  id: z.string().nullable(),
});
export type WifiNetwork = z.infer<typeof WifiNetwork>;

export const WifiNetworks = z.object({ networks: z.array(WifiNetwork) });

export const WifiJoin = z.object({
  name: NetworkName,
  /** WPA: 8 to 63 characters, or 64 hexadecimal digits; none for an open network, and for one that is known already. */
  password: z
    .string()
    .min(8, { error: 'minLength' })
    .max(64, { error: 'maxLength' })
    .regex(/^[\u0020-\u007e]*$/, { error: 'excludedCharacter' })
    .optional(),
});
export type WifiJoin = z.infer<typeof WifiJoin>;

/** The network that the hub makes itself. */
export const Hotspot = z.object({
  name: z.string(),
  active: z.boolean(),
  /** null: an open network, or one whose password this program may not read. */
  password: z.string().nullable(),
  /** Where this server is on it; null while it is not active. */
  address: z.string().nullable(),
});
export type Hotspot = z.infer<typeof Hotspot>;

export const bluetoothKinds = ['heartRate', 'power', 'speedCadence', 'other'] as const;

export const BluetoothDevice = z.object({
  address: z.string(),
  /** "" when it says none. */
  name: z.string(),
  /** dBm; null when it was not heard during this search. */
  rssi_dbm: z.number().nullable(),
  /** By the services that it announces. */
  kind: z.enum(bluetoothKinds),
});
export type BluetoothDevice = z.infer<typeof BluetoothDevice>;

export const BluetoothScan = z.object({ devices: z.array(BluetoothDevice) });

/** What this server is, as it is found to be. */
export const HubModes = z.object({
  /** `mallette`: a hub that has a Wi-Fi network of its own. */
  kind: z.enum(['cloud', 'hub', 'mallette']),
  /** `unset`: no cloud is chosen. */
  cloud: z.enum(['online', 'offline', 'unset']),
  /** Whether an ESP32 is seen on USB; null where this machine cannot tell. */
  esp32: z.boolean().nullable(),
});
export type HubModes = z.infer<typeof HubModes>;
