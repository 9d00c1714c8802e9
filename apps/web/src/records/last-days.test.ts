import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayIn, firstDayOf, useToday } from './last-days.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the last days', () => {
  it('begin with a day of the person’s zone', () => {
    const now = new Date('2026-05-16T22:30:00Z');
    expect(firstDayOf('today', dayIn('Europe/Paris', now))).toBe('2026-05-17');
    expect(firstDayOf('week', dayIn('America/Guadeloupe', now))).toBe('2026-05-10');
    expect(firstDayOf('month', dayIn('Pacific/Auckland', now))).toBe('2026-04-18');
  });

  it('go on on a screen that stays open over midnight', () => {
    vi.useFakeTimers({ now: new Date('2026-05-16T21:59:30Z') });
    const { result } = renderHook(() => useToday('Europe/Paris'));
    expect(result.current).toBe('2026-05-16');
    act(() => vi.advanceTimersByTime(60_000));
    expect(result.current).toBe('2026-05-17');
  });
});
