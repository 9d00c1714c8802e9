import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canRedo, canUndo, look, redo, startHistory, undo } from './range-history.ts';

const range = fc.integer({ min: 0, max: 1000 }).map((from) => ({ from, to: from + 10 }));
const whole = { from: 0, to: 5000 };

describe('range history', () => {
  it('undo after looks goes back through each of them to the whole, redo comes forward again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(range, { selector: (one) => one.from, maxLength: 50 }), (ranges) => {
        const looked = ranges.reduce((history, one) => look(history, one), startHistory(whole));
        let back = looked;
        for (const expected of [...ranges].reverse()) {
          expect(back.present).toEqual(expected);
          back = undo(back);
        }
        expect(back.present).toEqual(whole);
        expect(canUndo(back)).toBe(false);
        while (canRedo(back)) back = redo(back);
        expect(back.present).toEqual(looked.present);
      }),
    );
  });

  it('one gesture is one step', () => {
    let history = startHistory(whole);
    for (const from of [1, 2, 3]) history = look(history, { from, to: 100 }, 'wheel 1');
    history = look(history, { from: 4, to: 100 }, 'wheel 2');
    expect(undo(history).present).toEqual({ from: 3, to: 100 });
    expect(undo(undo(history)).present).toEqual(whole);
  });

  it('a new look forgets the future; the same look changes nothing', () => {
    const history = undo(look(startHistory(whole), { from: 1, to: 2 }));
    expect(look(history, whole)).toBe(history);
    expect(canRedo(look(history, { from: 5, to: 6 }))).toBe(false);
  });
});
