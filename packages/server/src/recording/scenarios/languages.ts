import { analyses } from '@sillage/analysis';
import {
  type CheckedSource,
  type JailPart,
  type Refusal,
  refuse,
  type ScenarioDrawing,
  type ScenarioJail,
  type ScenarioLanguage,
  type ScenarioParam,
  type ScenarioProblem,
  type Translated,
} from '@sillage/contract';
import {
  compileText,
  drawGraph,
  type Graph,
  type KnownAnalyses,
  type ScenarioParam as ProgramParam,
  readPythonHeader,
  type SaidOfItself,
  startText,
  type Words,
} from '@sillage/scenario-language';
import type { DescribeSource } from '../../administration/scenarios/index.ts';
import { shareTurns } from '../../platform/places/index.ts';
import type { MakeProgram } from './create-scenarios.ts';
import { checkPython, type JailAsked, missingOfJail, type NoJail, ReadyPython, startPython } from './python/index.ts';

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

const partWords: Readonly<Record<JailPart, Translated>> = {
  namespace: { fr: 'un réseau et des processus à part', en: 'a network and processes of its own' },
  user: { fr: 'un utilisateur sans droits', en: 'a user without rights' },
  usage: { fr: 'la mesure du processeur et de la mémoire', en: 'the measure of processor and memory' },
};

function refuseNoJail({ lacks }: NoJail): Refusal {
  const say = (language: 'fr' | 'en') => lacks.map((part) => partWords[part][language]).join(', ');
  return refuse('scenario.noJail', { missing: { fr: say('fr'), en: say('en') } });
}

export interface Languages {
  /** Reads a source: its parameters, or its problems. Runs nothing of it; refused when too many wait, or without its jail. */
  check(language: ScenarioLanguage, source: string): Promise<CheckedSource | Refusal>;
  /** Starts a source, or goes on with what its program kept. */
  readonly make: MakeProgram;
  /** Whether programs in Python must have all of their jail here, and what of it the system does not allow. */
  jail(): Promise<ScenarioJail>;
  /** A program in Python may be started soon: a process is made ready for it, and from then on another one for each that begins. */
  prepare(): void;
  close(): Promise<void>;
}

/** The languages of scenarios. @param jail what is asked of the jail of Python now */
export function createLanguages(jail: () => JailAsked): Languages {
  const ready = new ReadyPython(jail);
  const take = () => ready.take();
  return {
    check: async (language, source) => (language === 'py' ? checkPythonSource(source, take) : checkTextSource(source)),
    async make({ language, source, isReplay = false }, kept) {
      if (language === 'py') {
        // Its state is lost with its process.
        if (kept !== undefined) return undefined;
        const started = await startPython({ source, isReplay, take, ...jail() });
        return 'lacks' in started ? refuseNoJail(started) : Object.assign(started, limitOf(source));
      }
      const compiled = compileText(source, { analyses: known });
      return 'problems' in compiled ? undefined : startText(compiled.program, kept, compiled.units);
    },
    async jail() {
      const asked = jail();
      return { required: asked.requireJail, missing: [...(await missingOfJail(asked))] };
    },
    prepare: () => ready.prepare(),
    close: () => ready.close(),
  };
}

function checkTextSource(source: string): CheckedSource {
  const compiled = compileText(source, { analyses: known });
  if ('problems' in compiled) return { params: [], problems: compiled.problems.map(sayProblem), drawing: null };
  const { program, params } = compiled;
  return { params: params.map(sayParam), problems: [], drawing: presentDrawing(program) };
}

/** Its header is read as lines are; only a header that is right has its program looked at. */
async function checkPythonSource(source: string, take: ReadyPython['take']): Promise<CheckedSource | Refusal> {
  const read = readPythonHeader(source);
  const hasHeader = /^#:/m.test(source);
  if (hasHeader && 'problems' in read) return { params: [], problems: read.problems.map(sayProblem), drawing: null };
  const params = 'header' in read ? read.header.params.map(sayParam) : [];
  const end = await checks.take('python');
  if (end === undefined) return refuse('request.tooMany', { seconds: retrySeconds });
  try {
    const found = await checkPython(source, take);
    return 'lacks' in found ? refuseNoJail(found) : { params, problems: found.map(sayProblem), drawing: null };
  } finally {
    end();
  }
}

/** What a source says of itself, whatever is wrong with the rest of it; null where it says nothing that can be read. */
export const describeSource: DescribeSource = (language, source) => {
  const said = language === 'py' ? headerOf(source) : textHeaderOf(source);
  if (said === null) return null;
  const { name, about, className, isCalibration } = said;
  return { displayName: { ...name }, comment: about && { ...about }, classname: className, isCalib: isCalibration };
};

/** How long a program in Python lets its run last. */
function limitOf(source: string): { readonly limitSeconds?: number } {
  const said = headerOf(source);
  return said === null ? {} : { limitSeconds: said.limitSeconds };
}

function headerOf(source: string): SaidOfItself | null {
  const read = readPythonHeader(source);
  return 'header' in read ? read.header : null;
}

function textHeaderOf(source: string): SaidOfItself | null {
  const compiled = compileText(source, { analyses: known });
  return 'problems' in compiled ? compiled.said : compiled.program;
}

function presentDrawing(program: Graph): ScenarioDrawing {
  const { states, arrows } = drawGraph(program);
  return {
    states: states.map(({ title, ...state }) => ({ ...state, title: title && { ...title } })),
    arrows: arrows.map(({ from, to, isElse }) => ({ from, to, is_else: isElse })),
    limit_seconds: program.limitSeconds,
  };
}

interface FoundProblem extends Pick<ScenarioProblem, 'line' | 'column'> {
  readonly message: Words;
  readonly suggestion: Words | null;
  readonly endColumn?: number;
  readonly instead?: string | null;
}

function sayProblem({ line, column, message, suggestion, endColumn, instead }: FoundProblem): ScenarioProblem {
  return {
    ...{ line, column, message: { ...message }, suggestion: suggestion && { ...suggestion } },
    ...(endColumn !== undefined && { end_column: endColumn }),
    ...(instead != null && { instead }),
  };
}

function sayParam({ choices, ...param }: ProgramParam): ScenarioParam {
  return {
    ...param,
    description: { ...param.description },
    ...(choices && { choices: choices.map(({ value, text }) => ({ value, text: { ...text } })) }),
  };
}
