import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './project-paths.mjs';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const parentCheckMs = 500;

/** What ends the set-up with a sentence instead of a stack. */
export class SetUpProblem extends Error {}

/** Runs a set-up script's `main`; a `SetUpProblem` is printed as its sentence, exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (problem) {
    if (!(problem instanceof SetUpProblem)) throw problem;
    console.error(`Sillage cannot be set up: ${problem.message}`);
    process.exitCode = 1;
  }
}

/**
 * Runs a program whose output only matters when it fails; says every 15 s that it still runs.
 * @returns the exit code and everything it printed
 */
export async function runQuietly(program, args, { what, cwd = projectRoot, env = {} }) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  const still = setInterval(() => console.log(`  still ${what} (${seconds()} s)`), 15_000);
  // In a group of its own: what it starts ends with it.
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const end = (signal) => {
    killAll(child, signal);
    const late = setTimeout(() => killAll(child, 'SIGKILL'), quietEndMs);
    child.once('close', () => {
      clearTimeout(late);
      // What did not heed the signal.
      killAll(child, 'SIGKILL');
      process.exit(codeWhenAsked(signal));
    });
  };
  quietly += 1;
  for (const signal of signals) process.on(signal, end);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  try {
    return { code: (await endOf(child)).code, output, seconds: seconds() };
  } finally {
    clearInterval(still);
    quietly -= 1;
    for (const signal of signals) process.off(signal, end);
  }
}

/** ms in which an installation or a build ends once it is asked to; it is killed after it. */
const quietEndMs = 5_000;
/** How many run quietly now. */
let quietly = 0;
/** Exit code when a signal ends the set-up: that of shells. */
let codeWhenAsked = (signal) => 128 + constants.signals[signal];

/**
 * From now on a signal ends this program with exit code 0, and before it what it runs quietly. Answers how to leave
 * signals to others again.
 */
export function endSetUpWhenAsked() {
  codeWhenAsked = () => 0;
  const end = () => quietly === 0 && process.exit(0);
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** To a child and all that it started. */
function killAll(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** With this exit code the server asks to be started again: the same in apps/server/src/end-program.ts. */
const restartCode = 75;
/** The server said in a sentence why it cannot start. */
const cannotStartCode = 1;
/** Crashes within a minute after which it stays down. */
const maxCrashes = 5;
const crashWindowMs = 60_000;
/** A start that is refused takes as long as the server is patient with what it needs; a longer life was no start. */
const longestStartMs = 300_000;
const firstDelayMs = 1_000;
/** Longer than the server gives itself; together within the 10 s that an end may take. */
const killAfterMs = 9_500;

const realTime = {
  nowMs: () => performance.now(),
  date: () => new Date(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Runs the server in this one's place, again whenever it asks for it or ends unasked: killed, out of memory, an error that
 * nobody foresaw. Waits longer before each further start, and after five crashes in a minute it stays down and says so; the
 * time that a start took before it was refused does not count. The server is told of its crashes (`apps/server/src/read-crashes.ts`).
 * Answers 0 when it was asked to end, else the last exit code. The channel between the two carries no message: it tells
 * the server that somebody will start it again, and by its end that nobody will.
 */
export async function runUntilEnded(program, args, env = {}, time = realTime) {
  const asked = new AbortController();
  const ask = () => asked.abort();
  for (const signal of signals) process.on(signal, ask);
  try {
    let crashesMs = [];
    let crashes = {};
    for (let isFirst = true, count = 0; ; isFirst = false) {
      const startedMs = time.nowMs();
      const { code, signal } = await runServer(program, args, { ...env, ...crashes }, asked.signal);
      if (asked.signal.aborted || code === 0) return 0;
      if (code === restartCode) continue;
      // The sentence is on the screen; later starts are tried again, what keeps them may pass.
      if (code === cannotStartCode && isFirst) return code;
      const endedMs = time.nowMs();
      const waitedMs = code === cannotStartCode && endedMs - startedMs < longestStartMs ? endedMs - startedMs : 0;
      crashesMs = [...crashesMs.map((ms) => ms + waitedMs), endedMs].filter((ms) => ms >= endedMs - crashWindowMs);
      count += 1;
      crashes = { SILLAGE_CRASHES: String(count), SILLAGE_LAST_CRASH: time.date().toISOString() };
      const why = signal ?? `code ${code}`;
      if (crashesMs.length >= maxCrashes) {
        console.error(
          `Sillage ended ${maxCrashes} times within a minute, waits for what it needs left out (last: ${why}), and stays down. What went wrong is above and in the log folder of its data; start it again with npm start.`,
        );
        return code || 1;
      }
      const delayMs = firstDelayMs * 2 ** (crashesMs.length - 1);
      console.error(`Sillage ended unexpectedly (${why}) and is started again in ${delayMs / 1000} s.`);
      await time.sleep(delayMs, asked.signal);
      if (asked.signal.aborted) return 0;
    }
  } finally {
    for (const signal of signals) process.off(signal, ask);
  }
}

/** Runs the server once; when asked to end it has as long as it gives itself. */
async function runServer(program, args, env, asked) {
  const child = spawnInPlace(program, args, env, ['inherit', 'inherit', 'inherit', 'ipc']);
  let kill;
  const end = () => {
    child.kill('SIGTERM');
    kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  };
  if (asked.aborted) end();
  asked.addEventListener('abort', end);
  try {
    return await endOf(child);
  } finally {
    asked.removeEventListener('abort', end);
    clearTimeout(kill);
  }
}

/**
 * From now on the end of the process that started this one counts as SIGTERM. npm passes two signals on and takes nothing
 * along when another one ends it.
 */
export function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM', 'SIGTERM');
  }, parentCheckMs).unref();
}

/** Runs a program in this one's place: same terminal, signals passed on. Answers its exit code. */
export async function runInPlace(program, args, env = {}) {
  const child = spawnInPlace(program, args, env, 'inherit');
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  try {
    return (await endOf(child)).code;
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}

function spawnInPlace(program, args, env, stdio) {
  return spawn(program, args, { cwd: projectRoot, env: { ...process.env, ...env }, stdio });
}

/** The signal that ended it, if one did, and the code: as shells do 128 + the number of that signal. */
function endOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetUpProblem(`${child.spawnfile} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal }));
  });
}
