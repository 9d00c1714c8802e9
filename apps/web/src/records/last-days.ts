import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dayAfter } from '../ui/typed-day.ts';

/** Days that end today: they go on with the calendar. */
export const LastDays = z.enum(['today', 'week', 'month']);
export type LastDays = z.infer<typeof LastDays>;

const daysBefore = { today: 0, week: 6, month: 29 } as const satisfies Record<LastDays, number>;

/** `yyyy-mm-dd` of the first of them. */
export function firstDayOf(range: LastDays, today: string): string {
  return dayAfter(today, -daysBefore[range]);
}

/** `yyyy-mm-dd` at a moment in a zone. */
export function dayIn(timezone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
}

/** ms until it is looked whether a new day has begun. */
const lookAgainMilliseconds = 60_000;

/** `yyyy-mm-dd` now in a zone, also on a screen that stays open over midnight. */
export function useToday(timezone: string): string {
  const today = dayIn(timezone, new Date());
  const [, setSeen] = useState(today);
  useEffect(() => {
    const timer = setInterval(() => setSeen(dayIn(timezone, new Date())), lookAgainMilliseconds);
    return () => clearInterval(timer);
  }, [timezone]);
  return today;
}
