import { execFile } from 'node:child_process';

/** What became of a program of the operating system. */
export type Outcome =
  | { readonly kind: 'ended'; readonly code: number; readonly out: string; readonly problem: string }
  | { readonly kind: 'notInstalled' }
  | { readonly kind: 'tooLate' };

/** Runs a program by its path with these words, without a shell, for so many ms at most. Tests hand in recorded outputs. */
export type RunProgram = (program: string, words: readonly string[], withinMs: number) => Promise<Outcome>;

/** bytes of either output; a program that says more is killed. */
const maxOutputBytes = 512 * 1024;

export const runProgram: RunProgram = (program, words, withinMs) =>
  new Promise((resolve) => {
    const options = {
      timeout: withinMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
      // What is read are the programs' own English words.
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    } as const;
    const child = execFile(program, [...words], options, (error, out, problem) => {
      if (error === null) return resolve({ kind: 'ended', code: 0, out, problem });
      if (error.code === 'ENOENT' || error.code === 'EACCES') return resolve({ kind: 'notInstalled' });
      if (typeof error.code === 'number') return resolve({ kind: 'ended', code: error.code, out, problem });
      return resolve({ kind: 'tooLate' });
    });
    child.stdin?.end();
  });
