import type { KeptColumns } from '../../platform/rows-by-uid/index.ts';

/** When a record began, which is settled once its files are: see `settle-dates.ts`. */
const dateColumns = ['started_at', 'start_us', 'wrong_time'];

/** What a row that is here already keeps, whatever the backup says. */
export const keptColumns: KeptColumns = {
  hubs: ['version', 'last_seen_at'],
  // Secrets that were changed since stay changed: a restore never brings an old one back.
  clients: ['recovery_key'],
  // Nor rights that were taken since: who left the club stays out. Nor does it agree to terms in anybody's name.
  users: ['password_hash', 'external_api', 'active', 'roles', 'terms_accepted', 'terms_hidden'],
  devices: ['secret_hash', 'meta', 'last_seen_at'],
  // What was computed of the files of this server belongs to them.
  records: [
    ...['decode_state', 'signals_version', 'available_data', 'modules', 'preview', 'size_bytes', 'duration_seconds'],
    ...['applied_steps', 'clock_jumps', 'clock_drift', 'original_purged', 'original_elsewhere'],
    ...['missing_blocks', 'sync_failed', 'meta_problem'],
    ...dateColumns,
  ],
};
