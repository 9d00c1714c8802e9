import type { Health } from '@sillage/contract';

/** For tests: a server that is well. */
export function makeHealth(more: Partial<Health> = {}): Health {
  return {
    measured: '2026-06-01T12:00:00Z',
    version: '1.0.0',
    started: '2026-06-01T08:00:00Z',
    uptime: 14_400,
    crashes: { count: 0, last: null },
    missing: [],
    disk: { state: 'ok', total_bytes: 64e9, free_bytes: 41.2e9, kept_bytes: 2e9, reserved_bytes: { upload: 1e9 } },
    journals: { open: 12, unsynced: 0.4, worst_unsynced: 0.8, full: 0, failing: 0 },
    last_backup: { date: '2026-05-31T22:00:00Z', whole: true },
    counts: [],
    ...more,
  };
}
