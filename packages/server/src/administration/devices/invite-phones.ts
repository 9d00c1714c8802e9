import { isRefusal, limits, type PhoneInvited, type Refusal, refuse } from '@sillage/contract';
import { composeDeviceNumber, deviceFamilies } from '@sillage/domain';
import { and, asc, eq, exists, gte, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { clientExists, mayReachClient } from '../tenancy/index.ts';
import { createDevice } from './change-devices.ts';
import { nextFreeNumber } from './number-devices.ts';

const { clients, devices, groupMembers, groups, users } = tables;

/** Hardware version of phones: v9.0, above that of every mini. */
const phoneHardware = 90;
const phoneNumber = (serial: number) =>
  composeDeviceNumber({ family: deviceFamilies.mini, hardware: phoneHardware, serial });
const numbers = [phoneNumber(0), phoneNumber(limits.maxDeviceSerial)] as const;

const purpose = 'phone invitation';
/** What every sealed text begins with; left out of the code, so that it fits a QR code that a phone reads from two metres. */
const sealedStart = 'sealed:v1:';
const Invitation = z.tuple([z.int().positive(), z.int().positive().nullable(), z.number()]);

export interface PhoneDependencies {
  readonly db: Db;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Origins at which phones reach this server, the one to show first. */
  readonly phoneOrigins: () => readonly string[];
}

export function isPhone(number: number): boolean {
  return number >= numbers[0] && number <= numbers[1];
}

/**
 * A code that makes devices of a client until it ends. It says itself for whom, sealed by this server: nothing is kept of it,
 * and nobody else makes one.
 */
export async function invitePhones(
  { db, clock, secrets, phoneOrigins }: PhoneDependencies,
  viewer: Viewer,
  clientId: number,
  { group_id: groupId, hours }: { readonly group_id: number | null; readonly hours: number },
): Promise<PhoneInvited | Refusal> {
  if (!mayReachClient(viewer, clientId) || !(await clientExists(db, clientId))) return refuse('entity.notFound');
  const refusal = await refuseGroup(db, viewer, clientId, groupId);
  if (refusal) return refusal;
  const endsMs = clock.nowMs() + hours * 3_600_000;
  const sealed = secrets.seal(JSON.stringify([clientId, groupId, Math.ceil(endsMs / 1000)]), purpose);
  const code = sealed.slice(sealedStart.length);
  return {
    code,
    ends: new Date(endsMs).toISOString(),
    urls: phoneOrigins().map((origin) => `${origin}/device#${code}`),
  };
}

/** A coach who invites into no group would not reach the phone. */
async function refuseGroup(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  groupId: number | null,
): Promise<Refusal | undefined> {
  if (groupId === null) {
    return viewer.scope === 'groups' ? refuse('request.invalid', {}, { group_id: 'required' }) : undefined;
  }
  const inReach = viewer.scope !== 'groups' || viewer.principal.groupIds.includes(groupId);
  const known = await db.$count(groups, and(eq(groups.id, groupId), eq(groups.clientId, clientId)));
  return inReach && known === 1 ? undefined : refuse('request.invalid', {}, { group_id: 'unknown' });
}

/** A new mini device for who has a code that still holds. */
export async function joinAsPhone(
  { db, clock, secrets }: PhoneDependencies,
  { code, name }: { readonly code: string; readonly name?: string | undefined },
): Promise<{ readonly number: number; readonly secret: string } | Refusal> {
  const invitation = readCode(secrets, code);
  if (invitation === undefined) return refuse('phone.invitationEnded');
  const [clientId, groupId, endsSeconds] = invitation;
  if (clock.nowMs() > endsSeconds * 1000) return refuse('phone.invitationEnded');
  return db.transaction(async (tx) => {
    // Phones that join at once wait for each other here: each finds another number, and the bound holds.
    const client = tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
    if ((await client).length === 0 || !(await isGroupThere(tx, clientId, groupId))) {
      return refuse('phone.invitationEnded');
    }
    const phones = await tx.$count(devices, and(eq(devices.clientId, clientId), isPhoneNumber()));
    if (phones >= limits.phonesAClient) return refuse('phone.tooMany', { maximum: limits.phonesAClient });
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${purpose}))`);
    const free = await nextFreeNumber(tx, 'mini', phoneHardware);
    if (isRefusal(free)) return free;
    const { secret } = await createDevice(tx, {
      number: free.number,
      name: name ?? `Phone ${String(free.serial).padStart(4, '0')}`,
      ...{ clientId, groupId },
    });
    return { number: free.number, secret };
  });
}

function readCode(secrets: PhoneDependencies['secrets'], code: string) {
  const text = secrets.open(`${sealedStart}${code}`, purpose);
  return text === undefined ? undefined : Invitation.parse(JSON.parse(text));
}

async function isGroupThere(db: Queryable, clientId: number, groupId: number | null): Promise<boolean> {
  if (groupId === null) return true;
  return (await db.$count(groups, and(eq(groups.id, groupId), eq(groups.clientId, clientId)))) === 1;
}

function isPhoneNumber(): SQL | undefined {
  return and(gte(devices.number, numbers[0]), lte(devices.number, numbers[1]));
}

/** People whom a phone offers as its wearers, by name. */
const mostWearers = 500;

/** Athletes of a phone's group, else of its client. */
export function possibleWearers(db: Queryable, of: { readonly clientId: number; readonly groupId: number | null }) {
  const inGroup = (groupId: number) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(groupMembers)
        .where(and(eq(groupMembers.userId, users.id), eq(groupMembers.groupId, groupId))),
    );
  return db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(
      and(
        eq(users.clientId, of.clientId),
        eq(users.active, true),
        sql`'Athlete' = ANY(${users.roles})`,
        of.groupId === null ? undefined : inGroup(of.groupId),
      ),
    )
    .orderBy(asc(users.lastname), asc(users.firstname), asc(users.id))
    .limit(mostWearers);
}
