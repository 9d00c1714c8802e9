import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { copyTestCluster } from '@sillage/server/platform/database/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';

const root = new URL('../../../', import.meta.url);
const runner = new URL('scripts/run-program.mjs', root).href;
const main = fileURLToPath(new URL('apps/server/src/main.ts', root));
/** ms; a busy machine: what is promised is 10 s. */
const patience = { timeout: 15_000, interval: 100 };
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

let folder: string;
let child: ChildProcess;
let said: string[] | undefined;
beforeEach(async () => {
  said = undefined;
  folder = await mkdtemp(join(tmpdir(), 'sillage-end-'));
});
afterEach(async () => {
  for (const { pid } of treeOf(child.pid ?? 0)) killQuietly(pid);
  await rm(folder, { recursive: true, force: true });
});

interface Process {
  readonly pid: number;
  readonly command: string;
}

const parentAndCommand = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/;

/** All processes of the machine, zombies left out. */
function processes(): (Process & { readonly parent: number })[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command = ''] = parentAndCommand.exec(line) ?? [];
      return state === undefined || state.startsWith('Z')
        ? []
        : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

/** The process and all that it started. */
function treeOf(first: number): Process[] {
  const all = processes();
  const tree = all.filter(({ pid }) => pid === first);
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  return tree;
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function aliveOf(tree: readonly Process[]): string[] {
  const there = tree.filter(({ pid }) => isThere(pid));
  if (there.length === 0) return [];
  const alive = new Set(processes().map(({ pid }) => pid));
  return there.filter(({ pid }) => alive.has(pid)).map(({ command }) => command);
}

/** Running, or a zombie. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function member(tree: readonly Process[], part: string): number {
  const found = tree.find(({ command }) => command.includes(part));
  if (found === undefined) throw new Error(`no ${part} among ${tree.map(({ command }) => command).join('; ')}`);
  return found.pid;
}

/** The start line of package.json under a real npm, with a server of a few lines. */
async function npmStart(): Promise<Process[]> {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(new URL('package.json', root), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }));
  await mkdir(join(folder, 'scripts'));
  await writeFile(
    join(folder, 'server.mjs'),
    `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(0));
    process.on('disconnect', () => process.exit(0));
    console.log('ready');`,
  );
  await writeFile(
    join(folder, 'scripts', 'start.mjs'),
    `import { endWithParent, runUntilEnded } from ${JSON.stringify(runner)};
    endWithParent();
    process.exitCode = await runUntilEnded(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}]);`,
  );
  child = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  return untilSaid('ready');
}

/** Waits until a line of the program, after those of before, has the word; answers what runs then. */
async function untilSaid(word: string): Promise<Process[]> {
  if (said === undefined) {
    said = [];
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => said?.push(line));
  }
  await vi.waitFor(() => expect(said?.some((line) => line.includes(word))).toBe(true), { timeout: 100_000 });
  said.length = 0;
  return treeOf(child.pid ?? 0);
}

describe.each(signals)('%s', (signal) => {
  it.each(['npm', 'start.mjs', 'server.mjs'])('to %s of npm start ends all of it', async (name) => {
    const tree = await npmStart();
    const exit = once(child, 'exit');
    process.kill(name === 'npm' ? (child.pid ?? 0) : member(tree, name), signal);
    const [code] = await exit;
    // npm itself has no ear for SIGHUP: what it started ends all the same.
    if (name !== 'npm' || signal !== 'SIGHUP') expect(code).toBe(0);
    await vi.waitFor(() => expect(aliveOf(tree)).toEqual([]), patience);
  });
});

/** An installation that starts another program, each deaf to what asks it to end; `npm start` runs it quietly. */
async function installForever(): Promise<Process[]> {
  const inner = join(folder, 'inner.mjs');
  const deaf = `for (const signal of ${JSON.stringify(signals)}) process.on(signal, () => {}); setInterval(() => {}, 1000);`;
  await writeFile(inner, deaf);
  const outer = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(inner)}]); setInterval(() => {}, 1000);`;
  const start = `import { endSetUpWhenAsked, runQuietly } from ${JSON.stringify(runner)};
    endSetUpWhenAsked();
    await runQuietly(process.execPath, ['-e', ${JSON.stringify(outer)}], { what: 'installing', cwd: ${JSON.stringify(folder)} });`;
  child = spawn(process.execPath, ['--input-type=module', '-e', start], { cwd: folder, stdio: 'ignore' });
  await vi.waitFor(() => expect(treeOf(child.pid ?? 0)).toHaveLength(3), patience);
  return treeOf(child.pid ?? 0);
}

it.each(signals)('%s while packages are installed ends all of it with exit code 0', async (signal) => {
  const tree = await installForever();
  const exit = once(child, 'exit');
  child.kill(signal);
  expect(await exit).toEqual([0, null]);
  await vi.waitFor(() => expect(aliveOf(tree)).toEqual([]), patience);
});

/** The whole program with database and virtual devices, as npm start runs it. */
async function startAll(): Promise<Process[]> {
  await mkdir(join(folder, 'data'));
  await copyTestCluster(join(folder, 'data', 'postgres'));
  const args = JSON.stringify([main, '--port', '0', '--data', join(folder, 'data'), '--no-demo']);
  const start = `import { runUntilEnded } from ${JSON.stringify(runner)};
    process.exitCode = await runUntilEnded(process.execPath, ${args});`;
  const env = { ...process.env, SILLAGE_HOST: '127.0.0.1', SILLAGE_MQTT_PORT: '0' };
  child = spawn(process.execPath, ['--input-type=module', '-e', start], { stdio: ['ignore', 'pipe', 'inherit'], env });
  return untilSaid(' ready on ');
}

describe('the whole program', () => {
  it.each([
    ['the runner', 'input-type=module', 'SIGTERM'],
    ['the server', 'server/src/main.ts --port', 'SIGHUP'],
    ['the virtual devices', 'simulator/src/main.ts', 'SIGTERM'],
    ['the database', 'bin/postgres -D', 'SIGTERM'],
    ['the database', 'bin/postgres -D', 'SIGINT'],
  ] as const)('ends with exit code 0 when %s is asked to', async (_name, part, signal) => {
    const tree = await startAll();
    const exit = once(child, 'exit');
    process.kill(member(tree, part), signal);
    expect(await exit).toEqual([0, null]);
    await vi.waitFor(() => expect(aliveOf(tree)).toEqual([]), patience);
  });

  it('ends with exit code 0 while the database is frozen, and takes it along', async () => {
    const tree = await startAll();
    const server = member(tree, 'server/src/main.ts --port');
    const database = treeOf(member(tree, 'bin/postgres -D'));
    expect(database.length).toBeGreaterThan(3);
    onTestFinished(() => {
      for (const { pid } of database) killQuietly(pid);
    });
    for (const { pid } of database) process.kill(pid, 'SIGSTOP');
    const exit = once(child, 'exit');
    process.kill(server, 'SIGTERM');
    expect(await exit).toEqual([0, null]);
    await vi.waitFor(() => expect(aliveOf(tree)).toEqual([]), patience);
  });

  it('neither database nor virtual devices outlive a runner and a server that were killed', async () => {
    const tree = await startAll();
    // At this very moment the devices have not begun yet.
    killQuietly(member(tree, 'server/src/main.ts --port'));
    killQuietly(child.pid ?? 0);
    await vi.waitFor(() => expect(aliveOf(tree)).toEqual([]), patience);
  });

  it('comes back by itself when the server is killed', async () => {
    const tree = await startAll();
    killQuietly(member(tree, 'server/src/main.ts --port'));
    const again = await untilSaid(' ready on ');
    expect(member(again, 'server/src/main.ts --port')).not.toBe(member(tree, 'server/src/main.ts --port'));
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});
