import { parseArgs } from 'node:util';
import {
  type Analysis,
  analyses,
  analysisOf,
  isBadAsk,
  isRefused,
  type RunOptions,
  runAnalysis,
  type Variable,
} from '@sillage/analysis';
import { printCatalogue, printResult, sayBadAsk, sayRefused, sayUnreadable } from './print-result.ts';
import { readRecord } from './read-record.ts';
import { readFiles } from './read-variables.ts';

/** Exit codes: 0 answered, 1 asked wrongly, 2 refused with its reason. */
const [askedWrongly, refused] = [1, 2];

/** Records of one crew. */
const mostFiles = 16;

const usage = `npm run analyse -- FILE [FILE …] --analysis ID [--input role=column …] [--param name=value …] [--preset NAME]
                    [--window from,to] [--rate HZ] [--json]
npm run analyse -- RECORD --analysis ID [--server URL] [--key KEY] …
npm run analyse -- --list [--json]`;

/** What a program prints, and its exit code. */
export interface Printed {
  readonly exitCode: number;
  readonly out?: string;
  readonly complaint?: string;
}

/** What is run, and on what. */
interface Question {
  /** Or the number of one record. */
  readonly files: readonly string[];
  readonly analysis: Analysis;
  readonly json: boolean;
  readonly rateHz: number | undefined;
  readonly options: RunOptions;
  readonly server: string | undefined;
  readonly key: string | undefined;
}

/** Runs an analysis on a file, or prints the catalogue; never throws because of the words or the file. */
export function runCommand(words: string[]): Printed {
  const question = readQuestion(words);
  return 'exitCode' in question ? question : runOnFile(question);
}

/**
 * The same, on a record of a server where a number stands in place of the file.
 * @param given what says the server and the key where the words do not: the environment
 */
export async function runCommandLine(
  words: string[],
  given: Readonly<Record<string, string | undefined>>,
): Promise<Printed> {
  const question = readQuestion(words);
  if ('exitCode' in question) return question;
  const [first = '', ...others] = question.files;
  return others.length === 0 && recordNumber.test(first) ? runOnServer(first, question, given) : runOnFile(question);
}

/** A record, and no file; a file of such a name is `./12`. */
const recordNumber = /^[1-9]\d{0,8}$/;

function runOnFile({ files, ...question }: Question): Printed {
  const { analysis, json, rateHz } = question;
  const variables = readFiles(files, { rateHz, rows: analysis.rows });
  if ('unreadable' in variables) return { exitCode: refused, complaint: sayUnreadable(variables, json) };
  return answer(question, variables);
}

async function runOnServer(
  record: string,
  question: Omit<Question, 'files'>,
  given: Readonly<Record<string, string | undefined>>,
) {
  const { analysis, json } = question;
  const server = question.server ?? given.SILLAGE_URL ?? 'http://localhost:8080';
  const key = question.key ?? given.SILLAGE_API_KEY ?? '';
  if (!URL.canParse(server)) return complain(`--server: ${server}`);
  if (key === '') return complain(noKey);
  if (analysis.rows === 'table') return complain(`--analysis ${analysis.id}: a record has no table`);
  const read = await readRecord({ server, key, recordId: Number(record) });
  if ('unreadable' in read) return { exitCode: refused, complaint: sayUnreadable(read, json) };
  const held = read.offered.find(({ id }) => id === analysis.id)?.held ?? {};
  return answer({ ...question, options: { ...question.options, held } }, read.variables);
}

const noKey = '--key sil_…, or SILLAGE_API_KEY: an API key of the account (Réglages → Mon compte → Clés d’API)';

function answer({ analysis, json, options }: Omit<Question, 'files'>, variables: readonly Variable[]): Printed {
  const result = runAnalysis(analysis, variables, options);
  if (isBadAsk(result)) return complain(sayBadAsk(result));
  if (isRefused(result)) {
    return { exitCode: refused, out: sayRefused(analysis, result, json) };
  }
  return { exitCode: 0, out: printResult(analysis, result, json) };
}

function readQuestion(words: string[]): Question | Printed {
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
  const options = {
    inputs,
    parameters,
    ...(values.preset !== undefined && { preset: values.preset }),
    ...(window && { window }),
  };
  return { files: positionals, analysis, json, rateHz, options, server: values.server, key: values.key };
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
        server: { type: 'string' },
        key: { type: 'string' },
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
