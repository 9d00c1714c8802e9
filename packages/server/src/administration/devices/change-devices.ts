import { createHash, randomBytes } from 'node:crypto';
import type { DeviceMeta } from '@sillage/device-protocol';
import { eq, sql } from 'drizzle-orm';
import { type Queryable, setPartners, tables } from '../../platform/database/index.ts';
import { insertRow, newUid } from '../tenancy/index.ts';

/** Channel of NOTIFY on which each change of a device or its pairing tells the device's number. */
export const devicesChanged = 'devices_changed';

interface NewDevice {
  readonly number: number;
  readonly name: string;
  readonly clientId: number;
  readonly groupId: number | null;
  readonly serialNumber?: string;
  readonly enabled?: boolean;
  readonly comment?: string;
  readonly managerComment?: string;
  readonly adminComment?: string;
  readonly otherData?: Record<string, unknown>;
}

/** Adds a device; its secret is answered once and kept as a hash only. */
export async function createDevice(db: Queryable, device: NewDevice): Promise<{ id: number; secret: string }> {
  const { secret, secretHash } = newSecret();
  const id = await insertRow(db, tables.devices, { ...device, uid: newUid(), secretHash });
  await deviceChanged(db, device.number);
  return { id, secret };
}

/** A new secret for a device; undefined when there is no such device. */
export async function renewSecret(db: Queryable, number: number): Promise<string | undefined> {
  const { secret, secretHash } = newSecret();
  const rows = await db
    .update(tables.devices)
    .set({ secretHash })
    .where(eq(tables.devices.number, number))
    .returning({ id: tables.devices.id });
  return rows.length === 0 ? undefined : secret;
}

/** Replaces the athletes paired with a device, without telling it. */
export async function setAthletes(db: Queryable, deviceId: number, userIds: readonly number[]): Promise<void> {
  const { deviceUsers } = tables;
  await setPartners(
    db,
    { table: deviceUsers, of: deviceUsers.deviceId, partner: deviceUsers.userId },
    deviceId,
    userIds,
  );
}

/** Replaces the athletes paired with a device. */
export async function pair(db: Queryable, deviceId: number, userIds: readonly number[]): Promise<void> {
  await setAthletes(db, deviceId, userIds);
  const [device] = await db
    .select({ number: tables.devices.number })
    .from(tables.devices)
    .where(eq(tables.devices.id, deviceId));
  if (device !== undefined) await deviceChanged(db, device.number);
}

export async function renameDevice(db: Queryable, number: number, name: string): Promise<void> {
  await db.update(tables.devices).set({ name }).where(eq(tables.devices.number, number));
  await deviceChanged(db, number);
}

/** What the device said of itself, so that it can be shown while it is away. */
export async function rememberDevice(
  db: Queryable,
  number: number,
  seen: { readonly meta?: DeviceMeta; readonly lastSeenAt?: Date },
): Promise<void> {
  await db.update(tables.devices).set(seen).where(eq(tables.devices.number, number));
}

/** Tells everyone who follows devices; in a transaction, once it is committed. */
export async function deviceChanged(db: Queryable, number: number): Promise<void> {
  await db.execute(sql`SELECT pg_notify(${devicesChanged}, ${String(number)})`);
}

function newSecret() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, secretHash: hashSecret(secret) };
}

/** SHA-256 is enough: a secret has 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
