import { vi } from 'vitest';

/** ms; what never comes still fails, only later. Vitest's own second is too short beside other files. */
const patienceMs = 10_000;
const { waitFor } = vi;

vi.waitFor = (condition, options) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
