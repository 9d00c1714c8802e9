import { readFile, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { createUser } from '../administration/accounts/index.ts';
import { createGroup, renameClient } from '../administration/clients/index.ts';
import { configOfSensors } from '../administration/configs/index.ts';
import { createDevice, pair } from '../administration/devices/index.ts';
import { newUid } from '../administration/tenancy/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import { type Queryable, tables } from '../platform/database/index.ts';
import type { DataFolder } from '../platform/files/index.ts';
import type { Life } from '../recording/life/index.ts';
import { importRecordFile } from '../recording/records/index.ts';
import type { DemoContent } from './options.ts';

interface Dependencies {
  readonly folder: DataFolder;
  readonly life: Life;
  readonly clock: Clock;
  readonly homeClientId: number;
}

const seededMark = 'demo.seeded';

/** Fills an empty server with one client's people, devices and recordings, once in its life; answers whether it did. */
export async function seedDemo(demo: DemoContent, dependencies: Dependencies): Promise<boolean> {
  return dependencies.life.inTransaction(async (tx) => {
    const [fresh] = await tx
      .insert(tables.settings)
      .values({ key: seededMark, value: true })
      .onConflictDoNothing()
      .returning({ key: tables.settings.key });
    if (fresh === undefined) return false;
    const clientId = dependencies.homeClientId;
    await renameClient(tx, clientId, demo.client);
    const groupIds = new Map<string, number>();
    for (const name of demo.groups) groupIds.set(name, await createGroup(tx, clientId, name));
    const groupId = idOf(groupIds, demo.groups[0]);
    const userIds = await seedPeople(tx, demo, clientId, groupIds);
    await seedDevices(tx, demo, clientId, groupId, userIds);
    await seedRecordings(tx, demo, dependencies, groupId, userIds);
    await seedSettings(tx, demo, clientId);
    return true;
  });
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo does not make ${name}`);
  return id;
}

async function seedPeople(
  tx: Queryable,
  demo: DemoContent,
  clientId: number,
  groups: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const userIds = new Map<string, number>();
  for (const person of demo.people) {
    const groupIds = person.groups.map((name) => idOf(groups, name));
    const id = await createUser(tx, { ...person, clientId, roles: [person.role], groupIds });
    userIds.set(person.mail, id);
  }
  return userIds;
}

async function seedDevices(
  tx: Queryable,
  demo: DemoContent,
  clientId: number,
  groupId: number,
  userIds: ReadonlyMap<string, number>,
) {
  for (const { number, name, athlete } of demo.devices) {
    const { id } = await createDevice(tx, { number, name, clientId, groupId });
    const userId = athlete === null ? undefined : userIds.get(athlete);
    if (userId !== undefined) await pair(tx, id, [userId]);
  }
}

async function seedRecordings(
  tx: Queryable,
  demo: DemoContent,
  dependencies: Dependencies,
  groupId: number,
  userIds: ReadonlyMap<string, number>,
) {
  for (const recording of demo.recordings) {
    const userId = recording.athlete === null ? undefined : userIds.get(recording.athlete);
    const { daysAgo, change, ...about } = recording;
    await withChanged(recording, dependencies.folder, (path) =>
      importRecordFile(tx, dependencies, {
        ...{ ...about, path, groupId, clientId: dependencies.homeClientId },
        ...(daysAgo !== undefined && { startedMs: dependencies.clock.nowMs() - daysAgo * dayMs }),
        userIds: userId === undefined ? [] : [userId],
      }),
    );
  }
}

const dayMs = 86_400_000;

/** The file of a recording, or what is made of it as long as it is imported. */
async function withChanged<T>(
  { path, change }: DemoContent['recordings'][number],
  { working }: DataFolder,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (change === undefined) return use(path);
  return working.withFile(`demo-${newUid()}`, async (changed) => {
    await writeFile(changed, change(await readFile(path, 'utf8')));
    return use(changed);
  });
}

/** What a manager finds in the administration besides people and devices. */
async function seedSettings(tx: Queryable, demo: DemoContent, clientId: number): Promise<void> {
  const { configs, devices, exercises, modules } = tables;
  await tx.insert(exercises).values(demo.exercises.map((name) => ({ uid: newUid(), clientId, name })));
  const { name, comment, sensors } = demo.config;
  const config = JSON.stringify(await configOfSensors(tx, sensors), null, 2);
  await tx.insert(configs).values({ uid: newUid(), clientId, name, comment, config });
  const { device: number, ...module } = demo.module;
  const [device] = await tx.select({ id: devices.id }).from(devices).where(eq(devices.number, number));
  await tx.insert(modules).values({ uid: newUid(), clientId, deviceId: device?.id ?? null, ...module });
}
