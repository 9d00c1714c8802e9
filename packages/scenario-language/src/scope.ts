import { nearestName } from '@sillage/signal/formula';
import { callNames, type GraphInput, stateNames, windowNames } from './graph.ts';
import { type Place, refuseAt } from './problems.ts';
import type { Token } from './split-lines.ts';
import { isSameMeasure, type Unit } from './units.ts';

/** What an expression is; `unknown` where its problem is told already: it fits everywhere. */
export type Kind =
  | { readonly kind: 'number'; readonly unit: Unit; readonly isZero?: true }
  | { readonly kind: 'truth' | 'text' | 'unknown' };

/** Units of outputs by analysis, where whoever compiles knows them. */
export type KnownAnalyses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In which unit each variable that is a number is shown; values in SI units are divided by `factor`. */
export type VariableUnits = Readonly<Record<string, { readonly unit: string; readonly factor: number }>>;

const mostNames = 200;

const reserved: ReadonlySet<string> = new Set([
  ...['scenario', 'class', 'about', 'calibration', 'limit', 'param', 'input', 'indicator', 'step', 'prompt', 'clear'],
  ...['beep', 'record', 'selection', 'analyse', 'explain', 'result', 'let', 'ask', 'choose', 'wait', 'call', 'repeat'],
  ...['while', 'if', 'else', 'leave', 'end', 'en', 'in', 'or', 'and', 'not', 'true', 'false', 'none', 'for', 'from'],
  ...[
    'to',
    'of',
    'as',
    'times',
    'last',
    'within',
    'still',
    'button',
    'recorded',
    'joined',
    'any',
    'all',
    'anyone',
    'countdown',
  ],
  ...['number', 'start', 'stop', 'failed', 'optional', 'default', ...stateNames, ...windowNames],
  ...callNames.filter((name) => /^[a-z]+$/.test(name)),
]);

/** Names that a program gave, and which of them have a value at the line that is read. */
export class Scope {
  readonly variables = new Map<string, Kind>();
  readonly inputs = new Map<string, GraphInput & { readonly measure: Unit }>();
  readonly indicators = new Map<string, Unit>();
  readonly prompts = new Set<string>();
  readonly knownAnalyses: KnownAnalyses | undefined;
  /** s that windows look back on each input. */
  readonly windows = new Map<string, number>();
  /** Variables and analyses that have a value on every way here. */
  set = new Set<string>();
  analysed = new Set<string>();
  hasSelection = false;

  constructor(knownAnalyses: KnownAnalyses | undefined) {
    this.knownAnalyses = knownAnalyses;
  }

  get names(): readonly string[] {
    return [...this.variables.keys(), ...this.inputs.keys(), ...this.indicators.keys()];
  }

  get units(): VariableUnits {
    const numbers = [...this.variables].flatMap(([name, kind]) =>
      kind.kind === 'number' ? [[name, kind.unit] as const] : [],
    );
    return Object.fromEntries(numbers.map(([name, { text, factor }]) => [name, { unit: text, factor }]));
  }

  /** A name that is new, and no word of the language. */
  claim(token: Token): string {
    if (this.names.includes(token.text)) refuseAt(token, 'nameTaken', { fills: { name: token.text } });
    return this.permit(token);
  }

  permit(token: Token): string {
    const { text } = token;
    if (reserved.has(text) || text.includes('.')) refuseAt(token, 'reservedName', { fills: { name: text } });
    if (this.names.length >= mostNames) refuseAt(token, 'tooManyNames', { fills: { most: mostNames } });
    return text;
  }

  /** A value given to a name, which keeps what it measures. */
  assign(token: Token, kind: Kind): string {
    const before = this.variables.get(token.text);
    if (before === undefined) this.variables.set(this.claim(token), kind);
    else demandAlike(token, before, kind);
    if (before?.kind === 'unknown') this.variables.set(token.text, kind);
    this.set.add(token.text);
    return token.text;
  }

  unknown(token: Token): never {
    return refuseAt(token, 'unknownName', {
      fills: { name: token.text },
      instead: nearestName(token.text, [...this.names, ...stateNames]),
    });
  }
}

export function demandAlike(at: Place, a: Kind, b: Kind): void {
  if (a.kind === 'unknown' || b.kind === 'unknown') return;
  if (a.kind !== b.kind) {
    const names = {
      number: ['un nombre', 'a number'],
      truth: ['une condition', 'a condition'],
      text: ['un texte', 'a text'],
    };
    const say = (one: keyof typeof names) => ({ fr: names[one][0] ?? '', en: names[one][1] ?? '' });
    refuseAt(at, 'unitsDiffer', { fills: { left: say(a.kind), right: say(b.kind) } });
  }
  if (a.kind !== 'number' || b.kind !== 'number' || isSameMeasure(a.unit, b.unit) || a.isZero || b.isZero) return;
  const say = ({ text }: Unit) => (text === '' ? { fr: 'un nombre sans unité', en: 'a number without a unit' } : text);
  const missing = b.unit.text === '' ? a.unit.text : a.unit.text === '' ? b.unit.text : '';
  refuseAt(at, 'unitsDiffer', {
    fills: { left: say(a.unit), right: say(b.unit) },
    ...(missing === '' ? {} : { suggestion: { fr: `Ajoutez l’unité ${missing}.`, en: `Add the unit ${missing}.` } }),
  });
}
