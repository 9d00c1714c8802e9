import { readdir } from 'node:fs/promises';

/** Where Linux names what is on its serial lines (udev). */
const serialLines = '/dev/serial/by-id';
/** Makers of the USB side of ESP32 boards: of the chip itself, and of the two bridges that boards carry. */
const makers = /espressif|cp210x|ch34\d|1a86/i;

/** Whether an ESP32 board is on USB; null where the system does not tell. */
export async function findEsp32(platform: string, folder = serialLines): Promise<boolean | null> {
  if (platform !== 'linux') return null;
  // Without any serial line on USB there is no such folder.
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => makers.test(name));
}
