import type { Words } from '@sillage/scenario-language';
import { endings, type NoJail, type PythonProcess } from './python-process.ts';

/** What is wrong with a program, where; lines and columns count from 1. */
export interface PythonProblem {
  readonly line: number;
  readonly column: number;
  readonly message: Words;
  readonly suggestion: null;
}

/** Whether a program can be read as Python; none of it runs. */
export async function checkPython(
  source: string,
  take: () => Promise<PythonProcess | NoJail>,
): Promise<readonly PythonProblem[] | NoJail> {
  const python = await take();
  if ('lacks' in python) return python;
  python.watch();
  try {
    const answer = await python.ask({ source, run: false });
    if (answer !== undefined && 'commands' in answer) return [];
    const isFault = answer !== undefined && 'fault' in answer;
    const why = python.ended ?? endings.gone;
    const message = isFault ? { fr: answer.fault, en: answer.fault } : why;
    return [{ line: (isFault ? answer.line : null) ?? 1, column: 1, message, suggestion: null }];
  } finally {
    await python.close();
  }
}
