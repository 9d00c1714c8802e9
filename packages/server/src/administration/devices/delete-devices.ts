import { type DeletionEffects, isRefusal, type Refusal } from '@sillage/contract';
import { awaitedStates } from '@sillage/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { effect } from '../tenancy/index.ts';
import { deviceChanged } from './change-devices.ts';
import { findDevice } from './find-devices.ts';

const { devices, modules, records } = tables;

/** Athletes whom a confirmation names. */
const namedAthletes = 3;

/** Deletes a device and answers which: its records stay, without it. */
export async function deleteDevice(db: Db, viewer: Viewer, id: number): Promise<{ number: number } | Refusal> {
  return db.transaction(async (tx) => {
    const row = await findDevice(tx, viewer, id);
    if (isRefusal(row)) return row;
    await tx.delete(devices).where(eq(devices.id, id));
    await deviceChanged(tx, row.number);
    return { number: row.number };
  });
}

export async function describeDeviceDeletion(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<DeletionEffects | Refusal> {
  const row = await findDevice(db, viewer, id);
  if (isRefusal(row)) return row;
  const ofDevice = eq(records.deviceId, id);
  const [kept, onBoard, attached] = await Promise.all([
    db.$count(records, ofDevice),
    db.$count(records, and(ofDevice, inArray(records.decodeState, [...awaitedStates]))),
    db.$count(modules, eq(modules.deviceId, id)),
  ]);
  const names = row.users.slice(0, namedAthletes).map((user) => `${user.firstname} ${user.lastname}`);
  const who = `(${names.join(', ')}${row.users.length > namedAthletes ? '…' : ''})`;
  return {
    name: row.name,
    effects: [
      ...effect(row.users.length, 'lost', {
        fr: [
          `appairage avec un athlète ${who}, qui garde son compte`,
          `appairages avec des athlètes ${who}, qui gardent leurs comptes`,
        ],
        en: [
          `pairing with an athlete ${who}, who keeps the account`,
          `pairings with athletes ${who}, who keep their accounts`,
        ],
      }),
      ...effect(onBoard, 'lost', {
        fr: [
          'enregistrement en cours\u00a0: la suite, encore sur le capteur, ne pourra plus être récupérée',
          'enregistrements en cours\u00a0: la suite, encore sur le capteur, ne pourra plus être récupérée',
        ],
        en: [
          'record under way: what is still on board can no longer be fetched',
          'records under way: what is still on board can no longer be fetched',
        ],
      }),
      ...effect(kept, 'kept', { fr: ['enregistrement', 'enregistrements'], en: ['record', 'records'] }),
      ...effect(attached, 'kept', {
        fr: ['module, qui ne sera plus rattaché', 'modules, qui ne seront plus rattachés'],
        en: ['module, no longer attached', 'modules, no longer attached'],
      }),
    ],
  };
}
