/**
 * What sensors of sport say over Bluetooth, byte by byte as the services of the Bluetooth SIG define it: Heart Rate (0x180D,
 * characteristic 0x2A37), Cycling Power (0x1818, 0x2A63), Cycling Speed and Cadence (0x1816, 0x2A5B). All little-endian. A packet
 * that is shorter than its flags say is undefined.
 */

export interface HeartRate {
  /** bpm */
  readonly rateBpm: number;
  /** s, the oldest first; up to nine in a packet. */
  readonly rrSeconds: readonly number[];
  /** Whether the skin is touched; undefined where the sensor cannot tell. */
  readonly hasContact: boolean | undefined;
}

export function readHeartRate(packet: DataView): HeartRate | undefined {
  return within(packet, (read) => {
    const flags = read.uint8();
    const rateBpm = has(flags, 0) ? read.uint16() : read.uint8();
    const hasContact = has(flags, 2) ? has(flags, 1) : undefined;
    // Energy expended since it was reset, kJ.
    if (has(flags, 3)) read.uint16();
    const rrSeconds: number[] = [];
    // 1/1024 s each, to the end of the packet.
    if (has(flags, 4)) while (read.left >= 2) rrSeconds.push(read.uint16() / 1024);
    return { rateBpm, rrSeconds, hasContact };
  });
}

/** How often something has turned, and when it did last; both wrap around. */
export interface Revolutions {
  readonly count: number;
  /** s */
  readonly atSeconds: number;
}

export interface CyclingPower {
  /** W, mean since the packet before; negative when pushed. */
  readonly powerWatts: number;
  readonly wheel: Revolutions | undefined;
  readonly crank: Revolutions | undefined;
}

export function readCyclingPower(packet: DataView): CyclingPower | undefined {
  return within(packet, (read) => {
    const flags = read.uint16();
    const powerWatts = read.int16();
    // Pedal power balance, %/2.
    if (has(flags, 0)) read.uint8();
    // Accumulated torque, Nm/32.
    if (has(flags, 2)) read.uint16();
    // Of this service the wheel's time counts 1/2048 s, the crank's 1/1024 s.
    const wheel = has(flags, 4) ? { count: read.uint32(), atSeconds: read.uint16() / 2048 } : undefined;
    const crank = has(flags, 5) ? { count: read.uint16(), atSeconds: read.uint16() / 1024 } : undefined;
    return { powerWatts, wheel, crank };
  });
}

export interface SpeedAndCadence {
  readonly wheel: Revolutions | undefined;
  readonly crank: Revolutions | undefined;
}

export function readSpeedAndCadence(packet: DataView): SpeedAndCadence | undefined {
  return within(packet, (read) => {
    const flags = read.uint8();
    const wheel = has(flags, 0) ? { count: read.uint32(), atSeconds: read.uint16() / 1024 } : undefined;
    const crank = has(flags, 1) ? { count: read.uint16(), atSeconds: read.uint16() / 1024 } : undefined;
    return { wheel, crank };
  });
}

/** Where a counter of revolutions and its clock begin again. */
export interface Wrap {
  readonly count: number;
  readonly seconds: number;
}
export const wheelOfPower: Wrap = { count: 2 ** 32, seconds: 32 };
export const wheelOfSpeed: Wrap = { count: 2 ** 32, seconds: 64 };
export const anyCrank: Wrap = { count: 2 ** 16, seconds: 64 };

/** Revolutions a second from one packet to the next; undefined when nothing has turned since. */
export function turnsPerSecond(before: Revolutions, now: Revolutions, wrap: Wrap): number | undefined {
  const turns = (now.count - before.count + wrap.count) % wrap.count;
  const seconds = (now.atSeconds - before.atSeconds + wrap.seconds) % wrap.seconds;
  // More than 20 turns a second is a counter that was reset.
  return seconds === 0 || turns === 0 || turns / seconds > 20 ? undefined : turns / seconds;
}

interface Reading {
  readonly left: number;
  uint8(): number;
  uint16(): number;
  int16(): number;
  uint32(): number;
}

function within<T>(packet: DataView, parse: (read: Reading) => T): T | undefined {
  let at = 0;
  const next = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  try {
    return parse({
      get left() {
        return packet.byteLength - at;
      },
      uint8: () => packet.getUint8(next(1)),
      uint16: () => packet.getUint16(next(2), true),
      int16: () => packet.getInt16(next(2), true),
      uint32: () => packet.getUint32(next(4), true),
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function has(flags: number, bit: number): boolean {
  return ((flags >> bit) & 1) === 1;
}
