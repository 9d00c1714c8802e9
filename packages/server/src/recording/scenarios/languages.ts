import { analyses } from '@sillage/analysis';
import {
  type CheckedSource,
  type Refusal,
  refuse,
  type ScenarioLanguage,
  type ScenarioParam,
  type ScenarioProblem,
} from '@sillage/contract';
import {
  compileText,
  type KnownAnalyses,
  type ScenarioParam as ProgramParam,
  readPythonHeader,
  startText,
  type Words,
} from '@sillage/scenario-language';
import { shareTurns } from '../../platform/places/index.ts';
import type { MakeProgram } from './create-scenarios.ts';
import { checkPython, startPython } from './python/index.ts';

/** What programs of lines may ask analyses for. */
const known: KnownAnalyses = Object.fromEntries(
  analyses.map(({ id, outputs }) => [
    id,
    Object.fromEntries(Object.entries(outputs).map(([name, { unit }]) => [name, unit])),
  ]),
);

/** Each is a process of its own, of 64 MB and more; who comes after eight is asked to come again. */
const checks = shareTurns({ atOnce: 2, aHost: 8, inAll: 8 });
/** s */
const retrySeconds = 10;

/** Reads a source of either language: its parameters, or its problems. Runs nothing of it; refused when too many wait. */
export async function checkSource(language: ScenarioLanguage, source: string): Promise<CheckedSource | Refusal> {
  return language === 'py' ? checkPythonSource(source) : checkTextSource(source);
}

function checkTextSource(source: string): CheckedSource {
  const compiled = compileText(source, { analyses: known });
  if ('problems' in compiled) return { params: [], problems: compiled.problems.map(sayProblem) };
  return { params: compiled.params.map(sayParam), problems: [] };
}

/** Its header is read as lines are; only a header that is right has its program looked at. */
async function checkPythonSource(source: string): Promise<CheckedSource | Refusal> {
  const read = readPythonHeader(source);
  const hasHeader = /^#:/m.test(source);
  if (hasHeader && 'problems' in read) return { params: [], problems: read.problems.map(sayProblem) };
  const params = 'header' in read ? read.header.params.map(sayParam) : [];
  const end = await checks.take('python');
  if (end === undefined) return refuse('request.tooMany', { seconds: retrySeconds });
  try {
    return { params, problems: (await checkPython(source)).map(sayProblem) };
  } finally {
    end();
  }
}

function sayProblem({
  line,
  column,
  message,
  suggestion,
}: Omit<ScenarioProblem, 'message' | 'suggestion'> & {
  readonly message: Words;
  readonly suggestion: Words | null;
}): ScenarioProblem {
  return { line, column, message: { ...message }, suggestion: suggestion && { ...suggestion } };
}

function sayParam({ choices, ...param }: ProgramParam): ScenarioParam {
  return {
    ...param,
    description: { ...param.description },
    ...(choices && { choices: choices.map(({ value, text }) => ({ value, text: { ...text } })) }),
  };
}

/** Starts a source, or goes on with what its program kept. */
export const makeProgram: MakeProgram = async ({ language, source }, kept) => {
  if (language === 'py') {
    // Its state is lost with its process.
    if (kept !== undefined) return undefined;
    const started = await startPython({ source, requireJail: false });
    return 'refused' in started ? undefined : started;
  }
  const compiled = compileText(source, { analyses: known });
  return 'problems' in compiled ? undefined : startText(compiled.program, kept);
};
