import { describe, expect, it } from 'vitest';
import { createHeldBlocks } from './hold-blocks.ts';

const megabyte = 1024 ** 2;
const kilobyte = new Uint8Array(1024);

describe('blocks that wait for their record', () => {
  it('take 64 MB of all devices at most, and whoever holds most gives way', () => {
    const held = createHeldBlocks();
    const flooding = Array.from({ length: 16 }, (_, n) => 100 + n);
    let dropped = 0;
    for (let i = 0; i < 5 * 1024; i++) for (const each of flooding) dropped += held.hold(each, i % 3, kilobyte);
    const bytes = () => flooding.reduce((sum, each) => sum + held.bytesOf(each), 0);
    expect(bytes()).toBeLessThanOrEqual(64 * megabyte);
    expect(dropped * 1024 + bytes()).toBe(80 * megabyte);
    const quiet = [200, 201, 202];
    for (let i = 0; i < 3 * 1024; i++) for (const each of quiet) held.hold(each, i % 3, kilobyte);
    for (const each of quiet) expect(held.bytesOf(each)).toBe(3 * megabyte);
    expect(bytes() + 9 * megabyte).toBeLessThanOrEqual(64 * megabyte);
  });

  it('take 4 MB of a device at most: those of its other records go first, and then what comes', () => {
    const held = createHeldBlocks();
    const device = 100;
    const mebibyte = new Uint8Array(megabyte);
    for (const id of [1, 2, 2, 3]) expect(held.hold(device, id, mebibyte)).toBe(0);
    expect(held.hold(device, 3, mebibyte)).toBe(1);
    expect(held.hold(device, 3, mebibyte)).toBe(2);
    expect([1, 2].flatMap((id) => held.take(device, id))).toEqual([]);
    expect(held.hold(device, 3, mebibyte)).toBe(0);
    expect(held.hold(device, 3, mebibyte)).toBe(1);
    expect(held.take(device, 3)).toHaveLength(4);
    expect(held.bytesOf(device)).toBe(0);
  });
});
