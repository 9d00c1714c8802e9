import { randomUUID } from 'node:crypto';
import type { Queryable } from './database.ts';
import * as tables from './schema/index.ts';

const { clients, deviceUsers, devices, exercises, groupMembers, groups, records, recordUsers, sports, users } = tables;

/** Columns that a test speaks of; the others are made up. */
type Said<
  Table extends { readonly $inferInsert: object },
  Needed extends keyof Table['$inferInsert'] = never,
> = Partial<Table['$inferInsert']> & Pick<Table['$inferInsert'], Needed>;

let made = 0;
/** Another one each time. */
function next(): number {
  made += 1;
  return made;
}

/** Adds a club. */
export async function addClient(db: Queryable, said: Said<typeof clients> = {}) {
  const name = said.name ?? `club-${next()}`;
  const [row] = await db
    .insert(clients)
    .values({ uid: randomUUID(), displayName: name, ...said, name })
    .returning();
  return present(row);
}

export async function addGroup(db: Queryable, said: Said<typeof groups, 'clientId'>) {
  const [row] = await db
    .insert(groups)
    .values({ uid: randomUUID(), name: `group-${next()}`, ...said })
    .returning();
  return present(row);
}

/** Adds an active person, an athlete unless said, to groups. Who is to sign in is made by the product: `createUser`. */
export async function addUser(
  db: Queryable,
  { groupIds = [], ...said }: Said<typeof users, 'clientId'> & { readonly groupIds?: readonly number[] },
) {
  const person = { firstname: 'Ana', lastname: 'Roux', roles: ['Athlete'] };
  const [row] = await db
    .insert(users)
    .values({ uid: randomUUID(), mail: `${randomUUID()}@example.org`, ...person, ...said })
    .returning();
  const { id: userId } = present(row);
  if (groupIds.length > 0) await db.insert(groupMembers).values(groupIds.map((groupId) => ({ groupId, userId })));
  return present(row);
}

/** Adds a device with its athletes. One that is to connect is made by the product, which answers its secret: `createDevice`. */
export async function addDevice(
  db: Queryable,
  { userIds = [], ...said }: Said<typeof devices, 'clientId'> & { readonly userIds?: readonly number[] },
) {
  const number = said.number ?? 10_209_000 + next();
  const [row] = await db
    .insert(devices)
    .values({ uid: randomUUID(), name: `Boat ${number}`, secretHash: '', ...said, number })
    .returning();
  const { id: deviceId } = present(row);
  if (userIds.length > 0) await db.insert(deviceUsers).values(userIds.map((userId) => ({ deviceId, userId })));
  return present(row);
}

/** Adds a record of a file, decoded unless said, with its athletes; there are no samples. */
export async function addRecord(
  db: Queryable,
  { userIds = [], ...said }: Said<typeof records, 'clientId'> & { readonly userIds?: readonly number[] },
) {
  const about = { source: 'csv', basename: 'sortie', startedAt: new Date(0), startUs: 0, decodeState: 'done' } as const;
  const [row] = await db
    .insert(records)
    .values({ uid: randomUUID(), ...about, ...said })
    .returning();
  const { id: recordId } = present(row);
  if (userIds.length > 0) await db.insert(recordUsers).values(userIds.map((userId) => ({ recordId, userId })));
  return present(row);
}

export async function addSport(db: Queryable, said: Said<typeof sports> = {}) {
  const name = said.name ?? `sport-${next()}`;
  const [row] = await db
    .insert(sports)
    .values({ uid: randomUUID(), displayName: { fr: name, en: name }, ...said, name })
    .returning();
  return present(row);
}

export async function addExercise(db: Queryable, said: Said<typeof exercises, 'clientId'>) {
  const [row] = await db
    .insert(exercises)
    .values({ uid: randomUUID(), name: `exercise-${next()}`, ...said })
    .returning();
  return present(row);
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
}
