import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addSport } from './make-test-rows.ts';
import { isAlive, isRoot, openTestStarts, sportsOf, type TestStarts } from './open-test-starts.ts';

let starts: TestStarts;
beforeEach(async () => {
  starts = await openTestStarts();
});
afterEach(() => starts.close());

it('lets a transaction fail whose connection breaks between two statements, and nothing else', async () => {
  const { db } = await starts.open();
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await delay(200);
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  await expect(db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it('keeps its rows from one start to the next, and leaves no process or socket', async () => {
  await starts.beforeFirstStart();
  const first = await starts.open();
  await addSport(first.db, { name: 'rowing' });
  const sockets = decodeURIComponent(new URL(first.url).searchParams.get('host') ?? '');
  expect((await stat(sockets)).mode & 0o777).toBe(0o700);
  const pid = await starts.postmaster();
  await first.close();
  expect(isAlive(pid)).toBe(false);
  await expect(stat(sockets)).rejects.toThrow('ENOENT');
  expect(await sportsOf(await starts.open())).toEqual(['rowing']);
});

it('listens on no network address and without SSL', async () => {
  await starts.beforeFirstStart();
  const { db } = await starts.open();
  const settings = await db.execute(
    sql`SELECT current_setting('listen_addresses') AS addresses, current_setting('ssl') AS ssl, current_setting('fsync') AS fsync`,
  );
  expect(settings.rows).toEqual([{ addresses: '', ssl: 'off', fsync: 'on' }]);
});

it.runIf(isRoot)('runs as another user when started as root', async () => {
  await starts.beforeFirstStart();
  await starts.open();
  expect((await stat(starts.cluster)).uid).not.toBe(0);
  expect((await stat(`/proc/${await starts.postmaster()}`)).uid).not.toBe(0);
});

it.runIf(isRoot && process.platform === 'linux')('works under a folder that only root may enter', async () => {
  await starts.beforeFirstStart();
  await chmod(starts.root, 0o700);
  await addSport((await starts.open()).db, { name: 'rowing' });
  await starts.closeLast();
  expect(await sportsOf(await starts.open())).toEqual(['rowing']);
});

it('refuses a folder that a living process uses', async () => {
  await starts.open();
  const { said } = await starts.openElsewhere();
  expect(said).toMatch(/^StartProblem: The data folder .* is in use by another Sillage \(process \d+\)/);
});

it('refuses a folder that is not a database, and leaves it alone', async () => {
  await starts.beforeFirstStart();
  await mkdir(join(starts.cluster, 'photos'), { recursive: true });
  await expect(starts.open()).rejects.toThrow('is not a database, and not empty');
  expect(await readdir(starts.folder)).toEqual(expect.arrayContaining(['postgres']));
  expect(await readdir(starts.cluster)).toEqual(['photos']);
});

it('throws away what an interrupted initialisation left', async () => {
  await starts.beforeFirstStart();
  await mkdir(join(starts.folder, 'postgres-new-abc', 'base'), { recursive: true });
  await starts.open();
  expect((await readdir(starts.folder)).filter((name) => name.startsWith('postgres-new'))).toEqual([]);
});

it('refuses a database that a newer program wrote', async () => {
  const first = await starts.open();
  await first.db.execute(
    sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of tomorrow', 4102444800000)`,
  );
  await first.close();
  await expect(starts.open()).rejects.toThrow('The database was written by a newer Sillage');
});

it('an external server that cannot be reached is a sentence, and the folder is free again', async () => {
  const url = `postgresql://nobody@localhost/none?host=${encodeURIComponent(join(starts.root, 'no-socket'))}`;
  await expect(starts.open({ url })).rejects.toThrow('The database of SILLAGE_DATABASE_URL cannot be reached');
  await starts.open();
});
