/** What sieges run of this room; the program never loads it. */
export { type DayChance, type SimulatedDay, simulateDay } from './make-test-day.ts';
