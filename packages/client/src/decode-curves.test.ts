import { Field, Float64, Int32, List, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { expect, test } from 'vitest';
import { decodeCurves } from './index.ts';

const list = new List(new Field('item', new Float64(), false));

function reply(): Uint8Array {
  const table = new Table({
    record: vectorFromArray([5, 5], new Int32()),
    entry: vectorFromArray([0, 1], new Int32()),
    variable: vectorFromArray(['imu.acc_x', 'imu.acc_y'], new Utf8()),
    from: vectorFromArray([0, 1], new Float64()),
    to: vectorFromArray([3, 4], new Float64()),
    selection: vectorFromArray([null, 2], new Int32()),
    slot: vectorFromArray(['7', null], new Utf8()),
    label: vectorFromArray([null, 'b'], new Utf8()),
    T: vectorFromArray([[0, 1, 2], [1]], list),
    value: vectorFromArray([[1.5, Number.NaN, 3], [4]], list),
  });
  return tableToIPC(table, 'stream');
}

test('each curve comes as two typed arrays with what it answers', () => {
  const about = { recordId: 5, selectionNum: null, slotId: '7', label: null };
  expect(decodeCurves(reply())).toEqual([
    {
      ...about,
      entry: 0,
      variable: 'imu.acc_x',
      from: 0,
      to: 3,
      T: new Float64Array([0, 1, 2]),
      value: new Float64Array([1.5, Number.NaN, 3]),
    },
    {
      recordId: 5,
      entry: 1,
      variable: 'imu.acc_y',
      from: 1,
      to: 4,
      selectionNum: 2,
      slotId: null,
      label: 'b',
      T: new Float64Array([1]),
      value: new Float64Array([4]),
    },
  ]);
});

test('other bytes are an error, not curves', () => {
  expect(() => decodeCurves(tableToIPC(new Table({ x: vectorFromArray([1], new Int32()) }), 'stream'))).toThrow(
    'record',
  );
});
