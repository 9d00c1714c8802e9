import { type AskedUpdate, api, type DeviceStatus, isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { judgeUpdate, parseDeviceNumber } from '@sillage/domain';
import { and, eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { FirmwareDevices } from './install-firmware.ts';
import { addUpdate, findUpdate, lastUpdates, presentUpdate, refusedUpdate, type UpdateRow } from './kept-updates.ts';
import type { Updates } from './update-firmware.ts';

interface Dependencies {
  readonly db: Db;
  readonly devices: Pick<FirmwareDevices, 'devicesFor'>;
  readonly updates: Updates;
}

type Release = typeof tables.releases.$inferSelect;

/** Column value of "any hardware version". */
const anyHardware = -1;

/** Updates of devices: asked for, looked at, taken back. */
export function firmwareRoutes(serve: Serve, { db, devices, updates }: Dependencies): void {
  const present = (row: UpdateRow, waiting: readonly UpdateRow[]) => {
    const place = waiting.findIndex(({ id }) => id === row.id);
    return presentUpdate(row, { sentBytes: updates.sentBytes(row.id), waitsFor: place < 0 ? null : place });
  };

  serve(api.listFirmwareUpdates, async ({ principal, scope }) => {
    const numbers = (await devices.devicesFor({ principal, scope })).map(({ number }) => number);
    const rows = await lastUpdates(db, numbers);
    const waiting = rows.filter(({ state }) => state === 'waiting');
    return { items: rows.map((row) => present(row, waiting)), total: rows.length };
  });

  serve(api.startFirmwareUpdates, async ({ body, principal, scope }) => {
    const [release] = await db
      .select()
      .from(tables.releases)
      .where(and(eq(tables.releases.id, body.release_id), eq(tables.releases.kind, 'device')));
    if (release === undefined) return refuse('entity.notFound');
    const seen = await devices.devicesFor({ principal, scope });
    const numbers = [...new Set(body.device_numbers)];
    const asked = numbers.map((number) => seen.find((one) => one.number === number)).filter((one) => one !== undefined);
    if (asked.length < numbers.length) return refuse('entity.notFound');
    const items: AskedUpdate[] = [];
    for (const device of asked) {
      const added = judge(device, release, body.downgrade) ?? (await addUpdate(db, release.id, askedOf(device)));
      const row = isRefusal(added) ? undefined : await findUpdate(db, added);
      const refusal = isRefusal(added) ? added : refuse('entity.notFound');
      const { number, name } = device;
      items.push(
        row === undefined
          ? refusedUpdate(device, refusal)
          : { number, name, update: present(row, []), code: null, reason: null },
      );
    }
    updates.wake();
    return { items, total: items.length };
  });

  serve(api.cancelFirmwareUpdate, async ({ params, principal, scope }) => {
    const row = await findUpdate(db, params.id);
    const seen = await devices.devicesFor({ principal, scope });
    if (row === undefined || !seen.some(({ number }) => number === row.number)) return refuse('entity.notFound');
    return updates.cancel(row.id);
  });
}

function askedOf({ id, number, version }: DeviceStatus) {
  return { deviceId: id, number, fromVersion: version ?? '' };
}

/** Why a device does not get this release; undefined when it may. */
function judge(device: DeviceStatus, release: Release, downgrade: boolean): Refusal | undefined {
  const version = device.version ?? '';
  const hardware = parseDeviceNumber(device.number)?.hardware;
  if (release.hardwareVersion !== anyHardware && hardware !== release.hardwareVersion) {
    return refuse('firmware.wrongHardware');
  }
  switch (judgeUpdate(device, release)) {
    case 'wrongFamily':
      return refuse('firmware.wrongFamily');
    case 'unknown':
      return refuse('firmware.versionUnknown');
    case 'tooOld':
      return refuse('firmware.tooOld', { version, minimum: limits.wifiUpdateMinimumVersion });
    case 'sameVersion':
      return refuse('firmware.sameVersion', { version });
    case 'older':
      return downgrade ? undefined : refuse('firmware.older', { version, target: release.version });
    case 'newer':
      return undefined;
  }
}
