import { describe, expect, it } from 'vitest';
import { awaitedStates, isAwaitedState, isInWork, mayFollow, type RecordState, recordStates } from './index.ts';

describe('record states', () => {
  const before = (to: RecordState) => recordStates.filter((from) => mayFollow(from, to));

  it('are never decoded while blocks come', () => {
    expect(before('decoding')).toEqual(['waiting', 'done', 'error']);
    expect(before('done').filter(isAwaitedState)).toEqual([]);
  });

  it('let the device go on with its record from each of them', () => {
    for (const from of recordStates) {
      for (const to of awaitedStates) expect(from === to || mayFollow(from, to)).toBe(true);
    }
  });

  it('are settled when nothing more is to come', () => {
    expect(recordStates.filter((state) => !isInWork(state))).toEqual(['done', 'error']);
    expect(before('waiting')).not.toContain('waiting');
  });
});
