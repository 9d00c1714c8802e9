/** After this exit code whoever ran the program starts it again: the same in scripts/run-program.mjs (sysexits: EX_TEMPFAIL). */
const restartCode = 75;
/** Of a program that met an error which nobody foresaw: also started again, but not for ever (sysexits: EX_SOFTWARE). */
const crashCode = 70;
/** ms; longest that a graceful end may take before the process leaves anyway. */
const endMs = 9000;
/** ms; longest that a crash may take to write down what it can. */
const rescueMs = 4000;

export interface ProgramEnd {
  /** Ends the program and has it started again; undefined where nobody would start it. */
  readonly restart: (() => void) | undefined;
  /** Ends the program with a sentence on the screen, exit code 1. */
  readonly endBecause: (problem: Error) => void;
  /** Ends the program as SIGTERM does. */
  end(): void;
  /** From now on every end closes everything first. */
  endWith(close: () => Promise<void>): void;
  /** From now on an error that nobody caught is told to `rescue` before the process leaves. */
  rescueWith(rescue: (error: unknown) => Promise<void>): void;
}

/**
 * How this process ends: at SIGTERM, SIGINT, SIGHUP and when whoever runs it is gone, with exit code 0; at an uncaught
 * error with a code by which it is started again. A runner that does shows by the channel that it opened (`scripts/start.mjs`).
 */
export function prepareEnd(): ProgramEnd {
  let close = async () => {};
  let rescue = async (_error: unknown) => {};
  let ending = false;
  let crashed = false;
  const end = (code: number) => {
    if (ending || crashed) return;
    ending = true;
    console.log('· Ending: finishing what runs, closing files');
    setTimeout(() => process.exit(code), endMs).unref();
    void close().finally(() => process.exit(code));
  };
  const crash = (error: unknown) => {
    console.error('An error that nobody foresaw:', error);
    // While it ends anyway, nothing more can be done about it.
    if (ending || crashed) return;
    crashed = true;
    setTimeout(() => process.exit(crashCode), rescueMs);
    void rescue(error).finally(() => process.exit(crashCode));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('uncaughtException', crash);
  // A terminal that was closed, a pipe that nobody reads any more: no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (process.connected !== undefined) {
    process.on('disconnect', () => end(0));
    if (!process.connected) end(0);
  }
  return {
    restart: process.send === undefined ? undefined : () => end(restartCode),
    endBecause(problem) {
      console.error(`Sillage ends: ${problem.message}`);
      end(1);
    },
    end: () => end(0),
    endWith(given) {
      close = given;
    },
    rescueWith(given) {
      rescue = given;
    },
  };
}
