import {
  type Analysis,
  type AnalysisResult,
  type BadAsk,
  type Refusal,
  reasonSentence,
  refusalSentence,
  warningSentence,
} from '@sillage/analysis';
import type { ReadProblem } from './read-variables.ts';

const asJson = (value: unknown) => JSON.stringify(value, null, 2);

/** What there is, without how it is computed. */
export function printCatalogue(analyses: readonly Analysis[], json: boolean): string {
  if (!json) return analyses.map(({ id, name }) => `${id.padEnd(20)} ${name.en} · ${name.fr}`).join('\n');
  return asJson(
    analyses.map(({ find: _, inputs, ...analysis }) => ({
      ...analysis,
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([role, { name, unit, optional }]) => [
          role,
          { name, unit, optional: optional ?? false },
        ]),
      ),
    })),
  );
}

export function printResult(analysis: Analysis, result: AnalysisResult, json: boolean): string {
  const warnings = result.warnings.map((warning) => ({ ...warning, message: warningSentence(warning) }));
  if (json) return asJson({ ...result, warnings });
  const rows = Object.entries(result.values).map(([id, { value, unit, method, reason = 'notFinite', parameters }]) => {
    const { decimals = 0 } = analysis.outputs[id] ?? {};
    const said =
      value === null
        ? `– (${reasonSentence({ reason, parameters }, analysis.parameters).en}${toSay(parameters)})`
        : `${value.toFixed(decimals)} ${unit === '1' ? '' : unit}`.trim();
    return `${id.padEnd(24)} ${said.padEnd(16)} ${method}`;
  });
  return [
    `${analysis.name.en}, version ${result.version}`,
    ...rows,
    ...warnings.map(({ message }) => `! ${message.en}`),
  ].join('\n');
}

/** By which words of the command line parameters are given. */
const toSay = (parameters: readonly string[] = []) => parameters.map((id) => ` --param ${id}=…`).join('');

/** A recording that does not carry the analysis. */
export function sayRefused(analysis: Analysis, refusal: Refusal, json: boolean): string {
  const message = refusalSentence(refusal, analysis.parameters);
  if (!json) return `${refusal.refused}: ${message.en}${toSay(refusal.parameters)}`;
  return asJson({ analysis: analysis.id, version: analysis.version, ...refusal, message });
}

export function sayUnreadable({ unreadable, about }: ReadProblem, json: boolean): string {
  return json ? asJson({ refused: unreadable, about }) : `${unreadable}: ${about}`;
}

export const sayBadAsk = ({ bad, name, allowed }: BadAsk): string => `--${bad} ${name}: ${allowed}`;
