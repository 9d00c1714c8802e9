import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log/index.ts';
import { nobodyHolds, openAliveMark } from './embedded/mark-alive.ts';
import { addSport } from './make-test-rows.ts';
import { isAlive, isRoot, openTestStarts, sportsOf, type TestStarts, watcherOf } from './open-test-starts.ts';

let starts: TestStarts;
beforeEach(async () => {
  starts = await openTestStarts();
});
afterEach(() => starts.close());

it('does not outlive a program that was killed', async () => {
  const { program } = await starts.openElsewhere();
  const orphan = await starts.postmaster();
  program.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), 10_000);
});

it('starts again after a kill -9 of everything but the database, with every row that was committed', async () => {
  const { program, said } = await starts.openElsewhere();
  expect(said).toBe('ready');
  const orphan = await starts.postmaster();
  process.kill(await watcherOf(orphan), 'SIGKILL');
  program.kill('SIGKILL');
  await once(program, 'exit');
  expect(isAlive(orphan)).toBe(true);
  expect(await nobodyHolds(starts.cluster, 0)).toBe(false);
  const again = await starts.open();
  expect(isAlive(orphan)).toBe(false);
  await addSport(again.db, { name: 'rowing' });
  expect(await sportsOf(again)).toEqual(['rowing']);
});

it('leaves no folder for sockets of a start that was killed, and no mark of life of one that ended', async () => {
  const { cluster } = starts;
  const { program } = await starts.openElsewhere();
  const sockets = await readFile(`${cluster}.sockets`, 'utf8');
  program.kill('SIGKILL');
  await once(program, 'exit');
  await (await starts.open()).close();
  await expect(stat(sockets)).rejects.toThrow('ENOENT');
  expect(await nobodyHolds(cluster, 0)).toBe(true);
});

it('is not taken away from processes that nobody here sees, as in another container', async () => {
  const { cluster } = starts;
  await (await starts.open()).close();
  const mark = await openAliveMark(cluster, createLog('silent'));
  const unseen = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', mark.fd] });
  starts.programs.push(unseen);
  mark.close();
  await expect(starts.open({ unseenMs: 500 })).rejects.toThrow(
    /left in .*, perhaps in another container\) does not end/,
  );
  unseen.kill('SIGKILL');
  await once(unseen, 'exit');
  await starts.open();
});

it('starts when the postmaster.pid of a power cut names a process that is a stranger now', async () => {
  await (await starts.open()).close();
  const { uid, gid } = await stat(starts.cluster);
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  starts.programs.push(stranger);
  const path = join(starts.cluster, 'postmaster.pid');
  const write = `printf '%s\\n' ${stranger.pid} /elsewhere 1700000000 5432 /nowhere '' > '${path}'`;
  await promisify(execFile)('sh', ['-c', write]);
  expect(await sportsOf(await starts.open())).toEqual([]);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

it('comes back when PostgreSQL itself is killed, and listens again', async () => {
  const database = await starts.open();
  const heard: string[] = [];
  await database.listen(
    'news',
    (payload) => void heard.push(payload),
    () => {},
  );
  process.kill(await starts.postmaster(), 'SIGKILL');
  const tell = async () => {
    await database.db.execute(sql`SELECT pg_notify('news', 'back')`);
    expect(heard).toContain('back');
  };
  await vi.waitFor(tell, { timeout: 30_000, interval: 200 });
});
