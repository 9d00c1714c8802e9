import { afterAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { numberOf, openTestDevices } from './open-test-devices.ts';

const unheard = new Set<number>();
/** Twice as fast, as far as silence goes. */
const clock = { nowMs: systemClock.nowMs, monotonicMs: () => 2 * systemClock.monotonicMs() };
const { hub, plugged, soon } = await openTestDevices({ clock, isUnheard: (number) => unheard.has(number) });
afterAll(() => hub.close());

it('a device of which nothing is heard is asked for an answer: it is away when the broker says that nobody hears it', async () => {
  const [gone, quiet, mute] = [await plugged(), await plugged(), await plugged()];
  const isThere = (device: typeof gone) => hub.ingest().deviceStatus(numberOf(device))?.is_connected;
  const asked = () => quiet.calls.filter(({ method }) => method === 'v1.clock.get').length;
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), soon);
  const before = asked();
  mute.setMute(() => true);
  unheard.add(numberOf(gone));
  await vi.waitFor(() => expect(isThere(gone)).toBe(false), soon);
  // As silent, but the broker knows of somebody who hears it: it has its 20 s.
  expect(isThere(mute)).toBe(true);
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), soon);
  expect(isThere(quiet)).toBe(true);
  unheard.delete(numberOf(gone));
  await gone.tell();
  await vi.waitFor(() => expect(isThere(gone)).toBe(true), soon);
});
