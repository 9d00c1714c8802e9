import type { Realtime } from '../../platform/socket/index.ts';
import type { Life } from './create-life.ts';

/** Tells the live rooms of clients what happens to their records. */
export function showChanges(life: Pick<Life, 'onChanged'>, realtime: Pick<Realtime, 'emit'>): void {
  life.onChanged(({ clientId, recordIds, reason }) => {
    if (reason !== 'selected') realtime.emit('recordUpdate', clientId, { record_ids: [...recordIds], reason });
  });
}
