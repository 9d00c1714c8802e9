import { Compiler, mostProblems } from './compile-blocks.ts';
import type { Graph, SaidOfItself } from './graph.ts';
import { type Problem, problemAt } from './problems.ts';
import { type ScenarioParam, scenarioBounds } from './program.ts';
import type { KnownAnalyses, VariableUnits } from './scope.ts';
import { splitLines } from './split-lines.ts';

export type Compiled =
  | { readonly program: Graph; readonly params: readonly ScenarioParam[]; readonly units: VariableUnits }
  /** `said`: what can be read of its header all the same; null where it has none. */
  | { readonly problems: readonly Problem[]; readonly said: SaidOfItself | null };

export interface CompileOptions {
  /** Units of outputs by analysis: names are checked against them. */
  readonly analyses?: KnownAnalyses;
}

/** Compiles a program of lines, or says all that is wrong with it, in the order of its lines. */
export function compileText(source: string, options: CompileOptions = {}): Compiled {
  const { sourceBytes } = scenarioBounds;
  if (source.length > sourceBytes || new TextEncoder().encode(source).length > sourceBytes) {
    const at = { line: 1, column: 1, endColumn: 2 };
    return { problems: [problemAt(at, 'sourceTooLong', { fills: { most: sourceBytes } })], said: null };
  }
  const { lines, problems } = splitLines(source);
  const compiler = new Compiler(lines, options.analyses);
  const program = compiler.compile();
  const all = [...problems, ...compiler.problems].sort((a, b) => a.line - b.line || a.column - b.column);
  if (all.length > 0) return { problems: all.slice(0, mostProblems), said: program.name.fr === '' ? null : program };
  return { program, params: program.params.map(paramOf), units: compiler.units };
}

const paramOf = ({ factor: _, ...param }: Graph['params'][number]): ScenarioParam => param;
