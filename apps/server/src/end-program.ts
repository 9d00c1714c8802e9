/** After this exit code whoever ran the program starts it again: the same in scripts/run-program.mjs (sysexits: EX_TEMPFAIL). */
const restartCode = 75;
/** ms; longest that a graceful end may take before the process leaves anyway. */
const endMs = 9000;

export interface ProgramEnd {
  /** Ends the program and has it started again; undefined where nobody would start it. */
  readonly restart: (() => void) | undefined;
  /** Ends the program with a sentence on the screen, exit code 1. */
  readonly endBecause: (problem: Error) => void;
  /** From now on SIGTERM, Ctrl-C and `restart` close everything first. */
  endWith(close: () => Promise<void>): void;
}

/** How this process ends. A runner that starts it again shows by the channel that it opened (`scripts/start.mjs`). */
export function prepareEnd(): ProgramEnd {
  let close = async () => {};
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    console.log('· Ending: finishing what runs, closing files');
    setTimeout(() => process.exit(code), endMs).unref();
    void close().then(() => process.exit(code));
  };
  return {
    restart: process.send === undefined ? undefined : () => end(restartCode),
    endBecause(problem) {
      console.error(`Sillage ends: ${problem.message}`);
      end(1);
    },
    endWith(given) {
      close = given;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0));
    },
  };
}
