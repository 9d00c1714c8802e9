import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BlockHeader,
  blockHeaderBytes,
  type ColumnType,
  crc32,
  decodeBlock,
  encodeBlock,
  type ModuleMeta,
  maxBlockBytes,
  readBlockHeader,
  sampleBytes,
  sampleReader,
} from './index.ts';

function column(name: string, type: ColumnType, scale = 1, offset = 0) {
  return { name, unit: 'm', type, scale, offset, description: { fr: name, en: name }, precision: 2 };
}

const imu: ModuleMeta = {
  id: 1,
  type: 'imu',
  rateHz: 200,
  realtimeRateHz: 20,
  timing: 'regular',
  columns: [column('acc_x', 'int16', 0.0048), column('acc_y', 'int16', 0.0048, 1)],
};

const gps: ModuleMeta = {
  id: 7,
  type: 'gps',
  rateHz: 10,
  realtimeRateHz: 10,
  timing: 'stamped',
  columns: [column('satellites', 'int16'), column('latitude', 'int32', 1e-7), column('speed', 'float32')],
};

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The two blocks of docs/device-protocol.md, byte for byte. */
const goldenRegular =
  '010103002a00000005000000c03ff1193f140600baa860ca' + // header
  '0100ffffff7f' + // acc_x 1 −1 32767
  '0080640000ff'; // acc_y −32768 100 −256
const goldenStamped =
  '010702000000000000000000000000000000000058cd32d0' + // header: live only, clock at 0
  '00000000a0860100' + // stamps 0 and 100 000 µs
  '0c00fbff' + // satellites 12 −5
  '15cd5b1debf5a2e2' + // latitude ×1e7
  '0000a03f0000c07f'; // speed 1.25 and NaN

describe('golden bytes', () => {
  it('a regular int16 block', () => {
    const header: BlockHeader = {
      moduleId: 1,
      sampleCount: 3,
      recordId: 42,
      sequence: 5,
      firstSampleUs: 1_711_111_111_000_000,
    };
    const bytes = encodeBlock(header, imu, {
      columns: [
        [1, -1, 32767],
        [-32768, 100, -256],
      ],
    });
    expect(hex(bytes)).toBe(goldenRegular);
    expect(readBlockHeader(bytes)).toEqual(header);
    const decoded = decodeBlock(bytes, header, imu);
    if (typeof decoded === 'string') throw new Error(decoded);
    expect([...decoded.timesUs]).toEqual([0, 5000, 10_000].map((us) => 1_711_111_111_000_000 + us));
    expect([...(decoded.values[1] ?? [])]).toEqual([-32768 * 0.0048 + 1, 100 * 0.0048 + 1, -256 * 0.0048 + 1]);
  });

  it('a stamped block of mixed columns, live only', () => {
    const header: BlockHeader = { moduleId: 7, sampleCount: 2, recordId: 0, sequence: 0, firstSampleUs: 0 };
    const bytes = encodeBlock(header, gps, {
      stampsUs: [0, 100_000],
      columns: [
        [12, -5],
        [492_555_541, -492_636_693],
        [1.25, Number.NaN],
      ],
    });
    expect(hex(bytes)).toBe(goldenStamped);
    const decoded = decodeBlock(bytes, header, gps);
    if (typeof decoded === 'string') throw new Error(decoded);
    expect([...decoded.timesUs]).toEqual([0, 100_000]);
    expect(decoded.values[2]?.[1]).toBeNaN();
  });
});

const columnTypes = fc.array(fc.constantFrom<ColumnType>('int16', 'int32', 'float32'), { minLength: 1, maxLength: 6 });

/** Any module, any raw samples that fit it. */
const anyBlock = fc
  .record({ types: columnTypes, timing: fc.constantFrom('regular' as const, 'stamped' as const), n: fc.nat(40) })
  .chain(({ types, timing, n }) =>
    fc.record({
      module: fc.constant<ModuleMeta>({ ...imu, timing, columns: types.map((type, i) => column(`c${i}`, type)) }),
      header: fc.record({
        moduleId: fc.constant(1),
        sampleCount: fc.constant(n + 1),
        recordId: fc.nat(0xffffffff),
        sequence: fc.nat(0xffffffff),
        firstSampleUs: fc.maxSafeNat(),
      }),
      stampsUs: fc.array(fc.nat(0xffffffff), { minLength: n + 1, maxLength: n + 1 }),
      columns: fc.tuple(
        ...types.map((type) => {
          const value: fc.Arbitrary<number> =
            type === 'float32'
              ? fc.float()
              : type === 'int16'
                ? fc.integer({ min: -32768, max: 32767 })
                : fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
          return fc.array(value, { minLength: n + 1, maxLength: n + 1 });
        }),
      ),
    }),
  );

describe('any block', () => {
  it('comes back exactly, wherever its bytes lie in memory', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(7), ({ module, header, stampsUs, columns }, shift) => {
        const stamped = module.timing === 'stamped';
        const bytes = encodeBlock(header, module, stamped ? { stampsUs, columns } : { columns });
        expect(bytes.length).toBe(blockHeaderBytes + header.sampleCount * sampleBytes(module));
        const moved = new Uint8Array(bytes.length + shift).subarray(shift);
        moved.set(bytes);
        expect(readBlockHeader(moved)).toEqual(header);
        const decoded = decodeBlock(moved, header, module);
        if (typeof decoded === 'string') throw new Error(decoded);
        expect(decoded.values.map((values) => [...values])).toEqual(columns.map((raw) => raw.map((v) => v)));
        const reader = sampleReader(moved, header, module);
        if (typeof reader === 'string') throw new Error(reader);
        const each = [...decoded.timesUs.keys()];
        expect(each.map((i) => reader.timeUs(i))).toEqual([...decoded.timesUs]);
        columns.forEach((_, c) => {
          expect(each.map((i) => reader.value(c, i) + 0)).toEqual([...(decoded.values[c] ?? [])].map((v) => v + 0));
        });
        if (stamped) expect([...decoded.timesUs]).toEqual(stampsUs.map((us) => header.firstSampleUs + us));
      }),
    );
  });

  it('with one bit flipped is refused', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(), ({ module, header, stampsUs, columns }, where) => {
        const bytes = encodeBlock(header, module, module.timing === 'stamped' ? { stampsUs, columns } : { columns });
        const bit = where % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(['crc', 'version']).toContain(readBlockHeader(bytes));
      }),
    );
  });

  it('damaged in any way never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), anyBlock, (bytes, { module, header }) => {
        expect(typeof readBlockHeader(bytes)).toBe('string');
        expect(typeof decodeBlock(bytes, { ...header, sampleCount: 9999 }, module)).toBe('string');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('limits', () => {
  const header = { moduleId: 1, recordId: 1, sequence: 0, firstSampleUs: 0 };
  it('an encoder refuses what does not fit', () => {
    expect(() => encodeBlock({ ...header, sampleCount: 0 }, imu, { columns: [[], []] })).toThrow(RangeError);
    expect(() => encodeBlock({ ...header, sampleCount: 2 }, imu, { columns: [[1, 2], [1]] })).toThrow(RangeError);
    const n = Math.floor(maxBlockBytes / 4);
    const big = { columns: [new Int16Array(n), new Int16Array(n)] };
    expect(() => encodeBlock({ ...header, sampleCount: n }, imu, big)).toThrow(RangeError);
    const far = { ...header, sampleCount: 1, firstSampleUs: -1 };
    expect(() => encodeBlock(far, imu, { columns: [[1], [1]] })).toThrow(RangeError);
  });
});

describe('crc32', () => {
  it('is the one of zlib, in one piece or several', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, cut) => {
        const at = bytes.length === 0 ? 0 : cut % bytes.length;
        expect(crc32(bytes)).toBe(zlibCrc32(bytes));
        expect(crc32(bytes.subarray(at), crc32(bytes, 0, 0, at))).toBe(zlibCrc32(bytes));
      }),
    );
  });
});
