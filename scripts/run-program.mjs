import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './project-paths.mjs';

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
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (signal) => {
    child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  try {
    return { code: await exitCodeOf(child), output, seconds: seconds() };
  } finally {
    clearInterval(still);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.off(signal, end);
  }
}

/** With this exit code the server asks to be started again: the same in apps/server/src/end-program.ts. */
const restartCode = 75;

/**
 * Runs the server in this one's place, again whenever it asks for it. Answers its last exit code. The channel between
 * the two carries no message: it tells the server that somebody will start it again.
 */
export async function runUntilEnded(program, args, env = {}) {
  for (;;) {
    const code = await runInPlace(program, args, env, ['inherit', 'inherit', 'inherit', 'ipc']);
    if (code !== restartCode) return code;
  }
}

/** Runs a program in this one's place: same terminal, signals passed on. Answers its exit code. */
export async function runInPlace(program, args, env = {}, stdio = 'inherit') {
  const child = spawn(program, args, { cwd: projectRoot, env: { ...process.env, ...env }, stdio });
  const pass = (signal) => child.kill(signal);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, pass);
  try {
    return await exitCodeOf(child);
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.off(signal, pass);
  }
}

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetUpProblem(`${child.spawnfile} cannot be run: ${error.message}`)));
    // As shells do: 128 + the number of the signal that ended it.
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
