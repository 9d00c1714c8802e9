import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvHeader, csvLine, csvRows, detectFormat, isProblem, type Recording, readCsvFile, utf8 } from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';

function read(text: string, rateHz?: number): Recording {
  const recording = readCsvFile(utf8(text), rateHz);
  if (isProblem(recording)) throw new Error(recording.problem);
  return recording;
}

function table(text: string, rateHz?: number) {
  const [module] = read(text, rateHz).modules;
  return {
    names: module?.columns.map((c) => c.name),
    units: module?.columns.map((c) => c.unit),
    times: [...(module?.timesSeconds ?? [])],
    values: module?.values.map((v) => [...v]),
    rateHz: module?.rateHz,
  };
}

describe('reading a CSV', () => {
  test('comma, units in the header, gaps', () => {
    expect(table('T (s),acc_x (m/s²),Débit [l/min]\n0,1.5,\n0.01,-2e3,NaN\n0.02,3,0.1\n')).toEqual({
      names: ['acc_x', 'Debit'],
      units: ['m/s²', 'l/min'],
      times: [0, 0.01, 0.02],
      values: [
        [1.5, -2000, 3],
        [Number.NaN, Number.NaN, 0.1],
      ],
      rateHz: 100,
    });
  });

  test('semicolon with decimal comma, quoted fields, byte-order mark, a row of units', () => {
    expect(table('\ufeff"time";"a ""b"""\n"ms";"N"\n"0";"1,25"\n"500";"2,5"\n')).toMatchObject({
      names: ['a_b_'],
      units: ['N'],
      times: [0, 0.5],
      values: [[1.25, 2.5]],
    });
  });

  test('tabs, and a rate in place of a time column', () => {
    expect(table('a\tb\n1\t2\n3\t4\n5\t6\n', 50)).toMatchObject({
      times: [0, 0.02, 0.04],
      values: [
        [1, 3, 5],
        [2, 4, 6],
      ],
    });
    expect(readCsvFile(utf8('a\tb\n1\t2\n'))).toEqual({ problem: 'noTime' });
  });

  test('moments since 1970 start the record', () => {
    const recording = read('timestamp,v\n1700000000250,1\n1700000000500,2\n');
    expect(recording.startUs).toBe(1_700_000_000_250_000);
    expect([...(recording.modules[0]?.timesSeconds ?? [])]).toEqual([0, 0.25]);
    expect(read('time,v\n2024-05-01T10:00:00Z,1\n2024-05-01T10:00:01Z,2\n').startUs).toBe(1_714_557_600_000_000);
  });

  test('rows out of order are put in order, rows without time are counted', () => {
    const recording = read('t,v\n2,20\n1,10\n?,5\n3,30\n');
    expect([...(recording.modules[0]?.values[0] ?? [])]).toEqual([10, 20, 30]);
    expect(recording.findings.map((f) => [f.type, f.msg.en])).toEqual([
      ['WARN', 'The time goes back 1 times, first in line 3: the rows were put in order of time.'],
      ['WARN', 'Line 4 cannot be read: it was skipped.'],
    ]);
  });

  test.each([
    ['words', 'hello\nworld\n', 'unknownFormat'],
    ['binary', '\u0000\u0001,\u0002', 'unknownFormat'],
    ['a header alone', 't,v\n', 'unknownFormat'],
    ['time alone', 't\n1\n2\n', 'noSamples'],
    ['nothing', '', 'noSamples'],
  ])('%s is refused', (_, text, problem) => {
    expect(readCsvFile(utf8(text))).toEqual({ problem });
    expect(detectFormat(utf8(text), true)).toEqual({ problem });
  });

  test('10,000 damaged files are a record of what is whole, or a problem: a number beyond all is none', () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${i / 50},${(9.8 + i / 7).toFixed(3)},${1610 - 3 * i}`);
    const text = `# a device\ntime (s),acc_x (m/s²),AcZ\n${rows.join('\n')}\n`;
    expect(readDamaged('csv', utf8(text))).toBeGreaterThan(6000);
    expect(table('t,v\n0,1\n1,1E999\n2,3\n').values).toEqual([[1, Number.NaN, 3]]);
  });

  test('2,000 random texts end in a recording or a problem', () => {
    const cell = fc.oneof(fc.double().map(String), fc.constantFrom('', 't', '"', 'NaN', '1,5', ';', '=1', '\r', '😀'));
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        (rows, by) => {
          const result = readCsvFile(utf8(rows.map((row) => row.join(by)).join('\n')), 10);
          if (!isProblem(result)) expect(result.modules[0]?.timesSeconds.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('writing a CSV', () => {
  test('header cells cannot be formulas', () => {
    expect(
      csvHeader([
        { name: 'acc_x', unit: 'm/s²' },
        { name: '=1+1', unit: '' },
      ]),
    ).toBe("T (s),acc_x (m/s²),'=1+1\n");
    expect(csvLine(['-a', '@b', '"c', 'd,e'])).toBe(`'-a,'@b,"""c","d,e"\n`);
  });

  test('what is written reads back exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noDefaultInfinity: true }), { minLength: 2, maxLength: 30 }), (values) => {
        const samples = {
          timesSeconds: Float64Array.from(values, (_, i) => i / 7),
          values: [Float32Array.from(values), Float64Array.from(values, (_, i) => i / 3)],
        };
        const text =
          csvHeader([
            { name: 'a', unit: 'N' },
            { name: 'b', unit: '' },
          ]) + Buffer.concat([...csvRows(samples)]).toString();
        const [module] = read(text).modules;
        expect(module?.timesSeconds).toEqual(samples.timesSeconds);
        expect(module?.values.at(-1)).toEqual(samples.values[1]);
        if (values.some((v) => !Number.isNaN(v))) {
          expect(Array.from(module?.values[0] ?? [], Math.fround)).toEqual(values.map((v) => (v === 0 ? 0 : v)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
