import { api, type BackendInfo, type ServerSettings } from '@sillage/contract';
import type { CloudState } from '../administration/hubs/index.ts';
import type { SettingsHolder } from '../administration/server/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { DiskLedger } from '../platform/disk/index.ts';
import type { Serve } from '../platform/http/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { ServerOptions } from './options.ts';

interface Dependencies {
  readonly settings: SettingsHolder;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** Whether the cloud that this hub sends to answered when it was looked at last. */
  readonly cloudState: () => CloudState;
  readonly disk: Pick<DiskLedger, 'report'>;
}

function mapOf({ map_tiles_url: tiles, map_attribution: attribution }: ServerSettings): BackendInfo['map'] {
  return tiles === '' ? null : { tiles_url: tiles, attribution };
}

/** What the server says of itself and of its disk. */
export function backendRoutes(serve: Serve, { version, profile }: ServerOptions, dependencies: Dependencies): void {
  const { settings, mailer, clock, disk, cloudState } = dependencies;
  serve(api.backendInfo, async ({ query }) => ({
    version,
    back_type: profile.role === 'hub' && cloudState() === 'online' ? ('hub-online' as const) : profile.role,
    name: settings.current().name,
    epoch: clock.nowMs() / 1000,
    clock_difference: query.epoch === undefined ? null : clock.nowMs() / 1000 - query.epoch,
    can_mail: mailer.canMail,
    map: mapOf(settings.current()),
  }));
  serve(api.readDisk, async () => {
    const { state, totalBytes, freeBytes, keptBytes } = disk.report();
    return { state, total_bytes: totalBytes, free_bytes: freeBytes, kept_bytes: keptBytes };
  });
}
