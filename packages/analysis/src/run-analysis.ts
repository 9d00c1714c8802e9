import {
  type Analysis,
  type Column,
  type CycleFound,
  isRefused,
  type Moment,
  type NoValue,
  type OfferedCorrection,
  type Parameter,
  type Phase,
  type Refusal,
} from './analysis.ts';
import { chooseInputs } from './choose-inputs.ts';
import { countSamples, type Piece, piecesOf } from './explained/find-windows.ts';
import type { Figure } from './figures/figure.ts';
import type { Notice, ReasonCode } from './sentences.ts';
import { unitFactor } from './unit-factors.ts';

/** A variable of a recording that an analysis may be given. */
export interface Variable extends Column {
  readonly unit: string;
}

/** Who says what a parameter is: nobody, the rules of a club or of a coach, who published it, what was measured, or a person now. */
export type ParameterSource = 'default' | 'organisation' | 'coach' | 'preset' | 'measured' | 'given' | 'moved';

/** What holds for a recording before anybody says something of this run. */
export interface HeldParameter {
  readonly value: number | string;
  readonly source: Extract<ParameterSource, 'organisation' | 'coach' | 'measured'>;
}
export type HeldParameters = Readonly<Record<string, HeldParameter>>;

export interface GivenParameter {
  readonly value: number | string | null;
  readonly unit: string;
  readonly source: ParameterSource;
}

export interface AnalysisValue {
  readonly value: number | null;
  readonly unit: string;
  /** In English; the catalogue has both languages. */
  readonly method: string;
  /** Why there is no value. */
  readonly reason?: ReasonCode;
  /** That would give it. */
  readonly parameters?: readonly string[];
}

export interface AnalysisResult {
  readonly analysis: string;
  readonly version: number;
  readonly values: Readonly<Record<string, AnalysisValue>>;
  readonly phases: readonly Phase[];
  readonly events: readonly Moment[];
  readonly cycles: readonly CycleFound[];
  readonly figures: readonly Figure[];
  /** Pieces of each window that a number is computed over, by the name that `Explained.over` gives it. */
  readonly windows: Readonly<Record<string, readonly Piece[]>>;
  /** Of each number: samples that it is computed of. */
  readonly samples: Readonly<Record<string, number>>;
  readonly warnings: readonly Notice[];
  readonly correction?: VariableCorrection;
  readonly parameters: Readonly<Record<string, GivenParameter>>;
  /** Name of the variable that each role was given. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** What would put the variables right. */
export interface VariableCorrection extends Pick<OfferedCorrection, 'name'> {
  readonly axes: readonly { readonly variable: string; readonly from: string; readonly sign: 1 | -1 }[];
}

/** What a run says otherwise than the analysis. */
export interface RunOptions {
  /** Names of variables by role; found by their names where they are not given. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly preset?: string;
  /** A preset is chosen against rules of the house; what was measured is so whatever is chosen. One out of its bounds counts for nothing. */
  readonly held?: HeldParameters;
  /** s; the samples from … to …, both included. */
  readonly window?: { readonly from: number; readonly to: number };
}

/** A run that was asked for in a way that no analysis knows: a mistake of the caller, whatever the recording. */
export interface BadAsk {
  readonly bad: 'input' | 'parameter' | 'preset' | 'variable';
  readonly name: string;
  readonly allowed: string;
}

export const isBadAsk = (outcome: object): outcome is BadAsk => 'bad' in outcome;

/** Runs an analysis on variables of a recording. Never throws because of what is in them; every value is finite, or null with its reason. */
export function runAnalysis(
  analysis: Analysis,
  variables: readonly Variable[],
  options: RunOptions = {},
): AnalysisResult | Refusal | BadAsk {
  const parameters = settle(analysis, options);
  if ('bad' in parameters) return parameters;
  const columns = assign(analysis, variables, options);
  if (isRefused(columns) || isBadAsk(columns)) return columns;
  const values = Object.fromEntries(Object.entries(parameters.given).map(([name, { value }]) => [name, value]));
  const found = analysis.find(columns, values);
  if (isRefused(found)) return found;
  return {
    analysis: analysis.id,
    version: analysis.version,
    values: Object.fromEntries(
      Object.entries(analysis.outputs).map(([id, { unit, method }]) => [
        id,
        { ...finiteValue(found.values[id] ?? { reason: 'notFinite' }), unit, method: method.en },
      ]),
    ),
    phases: found.phases ?? [],
    events: found.events ?? [],
    cycles: (found.cycles ?? []).slice(0, mostCycles).filter(hasNumbers),
    figures: found.figures ?? [],
    ...windowsOf(analysis, found.phases ?? [], columns),
    warnings: found.warnings ?? [],
    ...(found.correction && { correction: ofVariables(found.correction, columns) }),
    parameters: parameters.given,
    inputs: Object.fromEntries(
      Object.entries(columns).flatMap(([role, column]) => (column ? [[role, column.name] as const] : [])),
    ),
  };
}

function windowsOf(
  { explained }: Analysis,
  phases: readonly Phase[],
  columns: Readonly<Record<string, Column | undefined>>,
): Pick<AnalysisResult, 'windows' | 'samples'> {
  const overs = new Set(Object.values(explained).flatMap(({ over }) => over ?? []));
  const pieces = new Map([...overs].map((over) => [over, piecesOf(over, phases)]));
  const counted = Object.entries(explained).map(([id, one]) => {
    const own = (one.over === undefined ? undefined : pieces.get(one.over)) ?? [];
    return [id, countSamples(one, own, columns)];
  });
  return { windows: Object.fromEntries(pieces), samples: Object.fromEntries(counted) };
}

function ofVariables(
  { name, axes }: OfferedCorrection,
  columns: Readonly<Record<string, Column | undefined>>,
): VariableCorrection {
  const known = axes.flatMap(({ role, from, sign }) => {
    const [variable, other] = [columns[role]?.name, columns[from]?.name];
    return variable === undefined || other === undefined ? [] : [{ variable, from: other, sign }];
  });
  return { name, axes: known };
}

/** Strokes of three hours. */
const mostCycles = 5000;
const hasNumbers = ({ from, to, values }: CycleFound) => [from, to, ...Object.values(values)].every(Number.isFinite);

function finiteValue(value: number | NoValue<string>): Pick<AnalysisValue, 'value' | 'reason' | 'parameters'> {
  if (typeof value !== 'number') return { value: null, ...value };
  return Number.isFinite(value) ? { value } : { value: null, reason: 'notFinite' };
}

function settle(
  { parameters, presets }: Analysis,
  { parameters: said = {}, preset: wanted, held = {} }: RunOptions,
): { readonly given: Readonly<Record<string, GivenParameter>> } | BadAsk {
  const preset = presets.find(({ name }) => name === wanted);
  if (wanted !== undefined && preset === undefined) {
    return { bad: 'preset', name: wanted, allowed: presets.map(({ name }) => name).join(', ') };
  }
  const stranger = Object.keys(said).find((name) => !Object.hasOwn(parameters, name));
  if (stranger !== undefined) return { bad: 'parameter', name: stranger, allowed: Object.keys(parameters).join(', ') };
  const given: Record<string, GivenParameter> = {};
  for (const [name, rule] of Object.entries(parameters)) {
    const text = said[name];
    const published = preset?.values[name];
    if (text !== undefined) {
      const value = parseParameter(rule, text);
      if (value === undefined) return { bad: 'parameter', name, allowed: allowedOf(rule) };
      const isEdge = 'edge' in rule && rule.edge !== undefined;
      given[name] = { value, unit: rule.unit, source: isEdge ? 'moved' : 'given' };
    } else {
      given[name] = { ...settled(rule, published, held[name]), unit: rule.unit };
    }
  }
  return { given };
}

/** Of what nobody said now. */
function settled(rule: Parameter, published: number | string | undefined, held: HeldParameter | undefined) {
  const value = held && parseParameter(rule, String(held.value));
  if (held !== undefined && value !== undefined && (held.source === 'measured' || published === undefined)) {
    return { value, source: held.source };
  }
  return published === undefined
    ? ({ value: rule.default, source: 'default' } as const)
    : ({ value: published, source: 'preset' } as const);
}

/**
 * What a parameter of an analysis is, as it is written.
 * @returns undefined where the analysis has none of that name, where it is an edge, or out of its bounds
 */
export function parameterValue({ parameters }: Analysis, name: string, text: string): number | string | undefined {
  const rule = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return rule === undefined || ('edge' in rule && rule.edge !== undefined) ? undefined : parseParameter(rule, text);
}

function parseParameter(rule: Parameter, text: string): number | string | undefined {
  if ('choices' in rule) return rule.choices.includes(text) ? text : undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return value >= rule.least && value <= rule.most ? value : undefined;
}

const allowedOf = (rule: Parameter) =>
  'choices' in rule ? rule.choices.join(', ') : `${rule.least} … ${rule.most} ${rule.unit}`.trim();

const anyUnit = { fr: 'toute unité', en: 'any unit' };

/** Gives each role its variable. */
function assign(
  analysis: Analysis,
  variables: readonly Variable[],
  { inputs: said = {}, window }: RunOptions,
): Readonly<Record<string, Column | undefined>> | Refusal | BadAsk {
  const { inputs } = analysis;
  const names = variables.map(({ name }) => name);
  const stranger = Object.keys(said).find((role) => !Object.hasOwn(inputs, role));
  if (stranger !== undefined) return { bad: 'input', name: stranger, allowed: Object.keys(inputs).join(', ') };
  const chosen = chooseInputs(analysis, names, said);
  const columns: Record<string, Column | undefined> = {};
  for (const [role, { unit, optional, name: words }] of Object.entries(inputs)) {
    const variable = variables.find(({ name }) => name === chosen.get(role));
    if (variable === undefined) {
      const wanted = said[role];
      if (wanted !== undefined) return { bad: 'variable', name: wanted, allowed: names.join(', ') };
      if (!optional) {
        return { refused: 'inputMissing', numbers: { role: words, unit: unit === '' ? anyUnit : unit } };
      }
      continue;
    }
    const factor = unitFactor(variable.unit, unit);
    if (factor === undefined) {
      return { refused: 'unitUnknown', numbers: { column: variable.name, unit: variable.unit, wanted: unit } };
    }
    columns[role] = within(variable, factor, window);
  }
  return columns;
}

function within({ name, timesSeconds, values }: Variable, factor: number, window: RunOptions['window']): Column {
  const length = Math.min(timesSeconds.length, values.length);
  let [from, to] = [0, length];
  if (window !== undefined) {
    while (from < length && timesSeconds[from]! < window.from) from++;
    while (to > from && timesSeconds[to - 1]! > window.to) to--;
  }
  const own = values.subarray(from, to);
  return {
    name,
    timesSeconds: timesSeconds.subarray(from, to),
    values: factor === 1 ? own : own.map((value) => value * factor),
  };
}
