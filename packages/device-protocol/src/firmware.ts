import { z } from 'zod';

/** Bytes of a firmware that travel in one command at most: with a third more as base64 it stays below a packet. */
export const maxFirmwareChunkBytes = 32_768;
/** Bytes of a firmware at most. */
export const maxFirmwareBytes = 64 * 1024 ** 2;

/** Bytes as base64, so many of them at most. */
const Base64 = (maxBytes: number) => z.base64().max(Math.ceil(maxBytes / 3) * 4);

/** What is signed of a firmware: all that decides whether a device takes it. */
export interface FirmwareManifest {
  /** `maxi`, `mini`, … */
  readonly family: string;
  readonly version: string;
  readonly sizeBytes: number;
  /** Of the file, lower-case hex. */
  readonly sha256: string;
}

/** The bytes that an Ed25519 signature of a firmware is over: five lines of UTF-8, each ended by a line feed. */
export function firmwareToSign({ family, version, sizeBytes, sha256 }: FirmwareManifest): Uint8Array {
  return new TextEncoder().encode(`sillage-firmware-1\n${family}\n${version}\n${sizeBytes}\n${sha256}\n`);
}

export const FirmwareOffer = z.object({
  family: z.string().min(1).max(50),
  version: z.string().min(1).max(20),
  sizeBytes: z.int().positive().max(maxFirmwareBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519, 64 bytes, over `firmwareToSign`. */
  signature: Base64(64),
  /** The key that it is signed by, 32 bytes. A device that was given a key takes no other. */
  publicKey: Base64(32),
});
export type FirmwareOffer = z.infer<typeof FirmwareOffer>;

/** Where the device goes on: how many bytes of this firmware it has. */
const Progress = z.object({ nextOffset: z.int().nonnegative().max(maxFirmwareBytes) });

/** Commands by which a server gives a device another firmware. */
export const firmwareMethods = {
  /** Verifies the signature before a byte is taken; → `firmware_updating`. What a former try brought of the same file is kept. */
  'v1.firmware.begin': { params: FirmwareOffer, result: Progress },
  /** Appends bytes; those for another offset than the one it is at are left out, and the answer says where it is. */
  'v1.firmware.chunk': {
    params: z.object({ offset: z.int().nonnegative().max(maxFirmwareBytes), data: Base64(maxFirmwareChunkBytes) }),
    result: Progress,
  },
  /** Verifies the SHA-256 of the whole, answers, then restarts on it. */
  'v1.firmware.apply': { params: z.object({}), result: z.object({}) },
  /** Forgets what was taken; → `idle`. */
  'v1.firmware.cancel': { params: z.object({}), result: z.object({}) },
} as const;
