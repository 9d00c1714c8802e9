import { parseArgs } from 'node:util';
import { analyses, analysisOf, isBadAsk, isRefused, runAnalysis } from '@sillage/analysis';
import { printCatalogue, printResult, sayBadAsk, sayRefused, sayUnreadable } from './print-result.ts';
import { readFiles } from './read-variables.ts';

/** Exit codes: 0 answered, 1 asked wrongly, 2 refused with its reason. */
const [askedWrongly, refused] = [1, 2];

/** Records of one crew. */
const mostFiles = 16;

const usage = `npm run analyse -- FILE [FILE …] --analysis ID [--input role=column …] [--param name=value …] [--preset NAME]
                    [--window from,to] [--rate HZ] [--json]
npm run analyse -- --list [--json]`;

/** What a program prints, and its exit code. */
export interface Printed {
  readonly exitCode: number;
  readonly out?: string;
  readonly complaint?: string;
}

/** Runs an analysis on a file, or prints the catalogue; never throws because of the words or the file. */
export function runCommand(words: string[]): Printed {
  const asked = readWords(words);
  if (typeof asked === 'string') return complain(asked);
  const { values, positionals } = asked;
  const json = values.json ?? false;
  if (values.list) {
    return { exitCode: 0, out: printCatalogue(analyses, json) };
  }
  const analysis = analysisOf(values.analysis ?? '');
  if (positionals.length === 0 || positionals.length > mostFiles) return complain(usage);
  if (analysis === undefined) {
    return complain(`--analysis: ${analyses.map(({ id }) => id).join(', ')}`);
  }
  const window = readWindow(values.window);
  const rateHz = values.rate === undefined ? undefined : Number(values.rate);
  const [inputs, parameters] = [readPairs(values.input), readPairs(values.param)];
  if (window === 'wrong' || inputs === 'wrong' || parameters === 'wrong') return complain(usage);
  if (rateHz !== undefined && !(rateHz > 0 && rateHz <= 1e6)) return complain('--rate: 0 … 1000000 Hz');
  const variables = readFiles(positionals, { rateHz, rows: analysis.rows });
  if ('unreadable' in variables) {
    return { exitCode: refused, complaint: sayUnreadable(variables, json) };
  }
  const result = runAnalysis(analysis, variables, {
    inputs,
    parameters,
    ...(values.preset !== undefined && { preset: values.preset }),
    ...(window && { window }),
  });
  if (isBadAsk(result)) return complain(sayBadAsk(result));
  if (isRefused(result)) {
    return { exitCode: refused, out: sayRefused(analysis, result, json) };
  }
  return { exitCode: 0, out: printResult(analysis, result, json) };
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        analysis: { type: 'string' },
        input: { type: 'string', multiple: true },
        param: { type: 'string', multiple: true },
        preset: { type: 'string' },
        window: { type: 'string' },
        rate: { type: 'string' },
        list: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${usage}`;
  }
}

const complain = (complaint: string): Printed => ({ exitCode: askedWrongly, complaint });

/** `name=value` each, a name once. */
function readPairs(pairs: readonly string[] = []): Record<string, string> | 'wrong' {
  const read = pairs.map((pair) => /^([^=]+)=(.*)$/.exec(pair));
  if (read.some((pair) => pair === null)) return 'wrong';
  return Object.fromEntries(read.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

function readWindow(text: string | undefined): { from: number; to: number } | undefined | 'wrong' {
  if (text === undefined) return undefined;
  const [from, to, ...more] = text.split(',').map(Number);
  if (from === undefined || to === undefined || more.length > 0 || !(from < to)) return 'wrong';
  return { from, to };
}
