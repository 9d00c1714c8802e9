import type { Health, HealthCount } from '@sillage/contract';

/** What is wrong, worst first: each has a sentence `health.problem.KIND` that says what to do. */
export type Problem =
  | { readonly kind: 'missing'; readonly part: Health['missing'][number] }
  | { readonly kind: 'diskFull' | 'diskLow' }
  | { readonly kind: 'journalsFull' | 'journalsFailing'; readonly count: number }
  | { readonly kind: 'unsynced'; readonly seconds: number }
  | { readonly kind: 'connectionsAtLimit'; readonly count: number }
  | { readonly kind: 'crashed'; readonly count: number; readonly last: string }
  | { readonly kind: 'twoPrograms' | 'metaRefused' | 'blocksRefused'; readonly count: HealthCount }
  | { readonly kind: 'noBackup' }
  | { readonly kind: 'oldBackup'; readonly days: number };

/** s; a round of syncs of 200 journals on a slow card takes 4.5 s. */
const slowSyncSeconds = 5;
/** Reconnections of one device: a bad link makes some, two programs of one number make them all the time. */
const manyTakeOvers = 20;
/** Blocks: a flipped bit now and then is asked for again, and no fault of the device. */
const manyBlocks = 10;
const oldBackupDays = 7;
/** Counts run since the program started; what has not happened for a day was mended, or was a bad day. */
const recentDays = 1;
const dayMilliseconds = 86_400_000;

/** What an administrator should look at, the worst first. */
export function findProblems(health: Health): Problem[] {
  const { missing, disk, journals, last_backup, counts } = health;
  const isRecent = (date: string) => Date.parse(health.measured) - Date.parse(date) < recentDays * dayMilliseconds;
  const recent = counts.filter(({ last }) => isRecent(last));
  const { count, last } = health.crashes;
  const ofDevices = (what: HealthCount['what'], atLeast: number) =>
    recent.filter((one) => one.what === what && one.device !== null && one.count >= atLeast);
  const atLimit = sumOf(recent, 'connection.atLimit');
  const backupDays =
    last_backup === null ? undefined : (Date.parse(health.measured) - Date.parse(last_backup.date)) / dayMilliseconds;
  return [
    ...missing.map((part): Problem => ({ kind: 'missing', part })),
    ...(disk.state === 'ok' ? [] : [{ kind: disk.state === 'full' ? 'diskFull' : 'diskLow' } as const]),
    ...(journals.full > 0 ? [{ kind: 'journalsFull', count: journals.full } as const] : []),
    ...(journals.failing > 0 ? [{ kind: 'journalsFailing', count: journals.failing } as const] : []),
    ...(journals.worst_unsynced > slowSyncSeconds
      ? [{ kind: 'unsynced', seconds: journals.worst_unsynced } as const]
      : []),
    ...(last !== null && isRecent(last) ? [{ kind: 'crashed', count, last } as const] : []),
    ...(atLimit > 0 ? [{ kind: 'connectionsAtLimit', count: atLimit } as const] : []),
    ...ofDevices('connection.takenOver', manyTakeOvers).map((count): Problem => ({ kind: 'twoPrograms', count })),
    ...ofDevices('meta.refused', 1).map((count): Problem => ({ kind: 'metaRefused', count })),
    ...ofDevices('block.refused', manyBlocks).map((count): Problem => ({ kind: 'blocksRefused', count })),
    ...(missing.includes('database') || last_backup !== null ? [] : [{ kind: 'noBackup' } as const]),
    ...(backupDays !== undefined && backupDays > oldBackupDays
      ? [{ kind: 'oldBackup', days: Math.floor(backupDays) } as const]
      : []),
  ];
}

/** How often it happened, whatever the device. */
export function sumOf(counts: readonly HealthCount[], ...whats: readonly HealthCount['what'][]): number {
  return counts.filter(({ what }) => whats.includes(what)).reduce((sum, { count }) => sum + count, 0);
}
