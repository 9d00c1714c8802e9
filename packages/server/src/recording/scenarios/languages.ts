import { analyses } from '@sillage/analysis';
import type { CheckedSource, ScenarioLanguage } from '@sillage/contract';
import { compileText, type KnownAnalyses, startText } from '@sillage/scenario-language';
import type { MakeProgram } from './create-scenarios.ts';
import { checkPython, startPython } from './python/index.ts';

/** What programs of lines may ask analyses for. */
const known: KnownAnalyses = Object.fromEntries(
  analyses.map(({ id, outputs }) => [
    id,
    Object.fromEntries(Object.entries(outputs).map(([name, { unit }]) => [name, unit])),
  ]),
);

/** Reads a source of either language: its parameters, or its problems. Runs nothing of it. */
export async function checkSource(language: ScenarioLanguage, source: string): Promise<CheckedSource> {
  if (language === 'py') {
    const problems = await checkPython(source);
    return {
      params: [],
      problems: problems.map(({ message, ...problem }) => ({ ...problem, message: { ...message } })),
    };
  }
  const compiled = compileText(source, { analyses: known });
  if ('problems' in compiled) {
    const problems = compiled.problems.map(({ line, column, message, suggestion }) => ({
      ...{ line, column, message: { ...message }, suggestion: suggestion && { ...suggestion } },
    }));
    return { params: [], problems };
  }
  const params = compiled.params.map(({ choices, ...param }) => ({
    ...param,
    description: { ...param.description },
    ...(choices && { choices: choices.map(({ value, text }) => ({ value, text: { ...text } })) }),
  }));
  return { params, problems: [] };
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
