import { compileText } from './compile-text.ts';
import type { SaidOfItself } from './graph.ts';
import type { Problem } from './problems.ts';
import type { ScenarioParam } from './program.ts';

/** What a Python program says of itself before it is run. */
export interface PythonHeader extends SaidOfItself {
  readonly params: readonly ScenarioParam[];
}

const mark = '#:';

/**
 * The header of a Python program: lines that begin with `#:` are those of the language of lines
 * (`#: param threshold number = 100 N`), at their own places.
 */
export function readPythonHeader(
  source: string,
): { readonly header: PythonHeader } | { readonly problems: readonly Problem[] } {
  const lines = source
    .split(/\r\n|\n|\r/)
    .map((line) => (line.startsWith(mark) ? line.slice(mark.length).trimStart().padStart(line.length) : ''));
  const compiled = compileText(`${lines.join('\n').trimEnd()}\nend`);
  if ('problems' in compiled) return { problems: compiled.problems };
  const { name, about, className, isCalibration, limitSeconds } = compiled.program;
  return { header: { name, about, className, isCalibration, limitSeconds, params: compiled.params } };
}
