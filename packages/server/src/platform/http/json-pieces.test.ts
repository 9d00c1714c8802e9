import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsDuring } from '../clock/index.ts';
import { isLong, jsonPieces } from './json-pieces.ts';

test('the pieces are the text of JSON.stringify, whatever the body', async () => {
  const odd = fc.constantFrom(undefined, new Date(0), Number.NaN, -0, Symbol('no'), () => 1, [undefined], {
    a: undefined,
  });
  const value = fc.oneof(fc.jsonValue(), odd);
  const long = fc.array(value, { minLength: 101, maxLength: 130 });
  const body = fc.oneof(
    long,
    fc.dictionary(fc.string(), fc.oneof(long, value)),
    fc.record({ rows: long, total: value }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (one) => {
      expect(await text(jsonPieces(one))).toBe(JSON.stringify(one));
    }),
  );
});

test('long lists are told from short ones, also a level deeper', () => {
  const rows = Array.from({ length: 101 }, (_, id) => ({ id }));
  expect([rows, { rows }, Object.fromEntries(rows.entries())].map(isLong)).toEqual([true, true, true]);
  expect([rows.slice(1), { rows: rows.slice(1) }, 'text', null, undefined, 1].map(isLong)).toEqual(
    Array(6).fill(false),
  );
});

test('other work goes on between the pieces', async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'boat '.repeat(10) }));
  let written = '';
  const turns = await turnsDuring(text(jsonPieces({ rows })).then((all) => (written = all)));
  expect(turns).toBeGreaterThan(written.length / 70_000);
});
