import { timingSafeEqual } from 'node:crypto';
import { parseDeviceUsername } from '@sillage/device-protocol';
import { and, eq } from 'drizzle-orm';
import type { AuthenticateDevice } from '../../platform/broker/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import { hashSecret, renewSecret } from './change-devices.ts';
import { readDevice } from './read-devices.ts';

export { brokerRoutes } from './answer-brokers.ts';
export {
  createDevice,
  deviceChanged,
  devicesChanged,
  pair,
  rememberDevice,
  renameDevice,
} from './change-devices.ts';
export { nextFreeNumber } from './number-devices.ts';
export { phoneRoutes } from './phone-routes.ts';
export { administeredFields, type LiveStatus, reservedComments } from './present-devices.ts';
export { type DeviceRow, listDevices, readDevice } from './read-devices.ts';
export { administeredDeviceRoutes } from './routes.ts';

export interface DeviceOwner {
  readonly clientId: number;
  readonly groupId: number | null;
  /** Athletes paired with it now. */
  readonly userIds: readonly number[];
}

export interface Devices {
  /** MQTT credentials: user name `device-{number}`, password its secret. */
  readonly authenticate: AuthenticateDevice;
  /** Whose device it is; undefined when there is none of this number. */
  deviceOwner(number: number): Promise<DeviceOwner | undefined>;
  /** New secrets for devices that exist; the old ones stop working at the next connection. */
  renewSecrets(numbers: readonly number[]): Promise<{ number: number; secret: string }[]>;
}

/** Who a device is and whom it belongs to. */
export function createDevices({ db }: { readonly db: Db }): Devices {
  return {
    async authenticate(username, password) {
      const number = parseDeviceUsername(username);
      if (number === undefined || number > 0x7fffffff) return undefined;
      const [row] = await db
        .select({ secretHash: tables.devices.secretHash })
        .from(tables.devices)
        .where(and(eq(tables.devices.number, number), eq(tables.devices.enabled, true)));
      if (row === undefined) return undefined;
      const same = timingSafeEqual(Buffer.from(hashSecret(password)), Buffer.from(row.secretHash));
      return same ? number : undefined;
    },
    async deviceOwner(number) {
      const device = await readDevice(db, number);
      if (device === undefined) return undefined;
      const { clientId, groupId, users } = device;
      return { clientId, groupId, userIds: users.map((user) => user.id) };
    },
    async renewSecrets(numbers) {
      const renewed: { number: number; secret: string }[] = [];
      for (const number of numbers) {
        const secret = await renewSecret(db, number);
        if (secret !== undefined) renewed.push({ number, secret });
      }
      return renewed;
    },
  };
}
