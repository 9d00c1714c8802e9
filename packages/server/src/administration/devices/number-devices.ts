import { type DeviceCreate, type Refusal, refuse } from '@sillage/contract';
import { composeDeviceNumber, deviceFamilies } from '@sillage/domain';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Queryable, tables } from '../../platform/database/index.ts';

/** Hardware version of a device that is typed without one: v2.0. */
const usualVersion = 20;
const Found = z.array(z.object({ serial: z.int().nullable() })).length(1);

/** The number of a new device, given whole or by the digits that people type. */
export function numberOfNew({ number, type, version, serial }: DeviceCreate): number {
  if (number !== undefined) return number;
  if (type === undefined || serial === undefined) throw new Error('the contract lets no device pass without a number');
  return composeDeviceNumber({ family: deviceFamilies[type], hardware: version ?? usualVersion, serial });
}

/** The lowest free serial of a family and hardware version, from 1. */
export async function nextFreeNumber(
  db: Queryable,
  type: keyof typeof deviceFamilies,
  version: number,
): Promise<{ number: number; serial: number } | Refusal> {
  const base = composeDeviceNumber({ family: deviceFamilies[type], hardware: version, serial: 0 });
  const { rows } = await db.execute(sql`
    SELECT min(serial) AS serial FROM generate_series(1, 9999) AS serial
    WHERE NOT EXISTS (SELECT 1 FROM ${tables.devices} WHERE number = ${base}::int + serial)`);
  const [found] = Found.parse(rows);
  const serial = found?.serial ?? null;
  return serial === null ? refuse('device.noFreeNumber') : { number: base + serial, serial };
}
