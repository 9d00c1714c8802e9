import { type Analysis, type Column, isRefused } from '../analysis.ts';
import { chooseInputs } from '../choose-inputs.ts';
import { unitFactor } from '../unit-factors.ts';
import type { LivePart, LiveValue, LiveVariable, Sink } from './live-part.ts';
import { SampleWindow } from './sample-window.ts';

/** s that are looked at: ten slow strokes; Hz at which they are kept; s between two looks. */
const [windowSeconds, windowHz, lookEverySeconds] = [20, 50, 0.5];
/** s before the newest sample within which a cycle may still change. */
const settledSeconds = 0.3;
/** Cycles that a value is the mean of: what a screen says does not jump. */
const meanOver = 3;
/** Of a cycle: what begins so much before the last one ended is not another one. */
const overlap = 0.4;

/** Of an analysis: the value of its cycles → the indicator that it is. */
export type CycleIndicators = Readonly<Record<string, string>>;

/**
 * Strokes, by the analysis itself run over the last seconds again and again: what is said live is what it finds afterwards.
 * @param counts name of the indicator that counts them
 * @returns undefined where the variables are not what the analysis needs
 */
export function followCycles(
  analysis: Analysis,
  variables: readonly LiveVariable[],
  { counts, values }: { readonly counts: string; readonly values: CycleIndicators },
): LivePart | undefined {
  const chosen = chooseInputs(
    analysis,
    variables.map(({ name }) => name),
  );
  const windows = new Map<string, { readonly window: SampleWindow; readonly factor: number }>();
  const sinks = new Map<string, Sink>();
  for (const [role, { unit, optional }] of Object.entries(analysis.inputs)) {
    const variable = variables.find(({ name }) => name === chosen.get(role));
    const factor = variable && unitFactor(variable.unit, unit);
    if (variable === undefined || factor === undefined) {
      if (optional) continue;
      return undefined;
    }
    const window = new SampleWindow(variable.name, {
      ...{ seconds: windowSeconds, rateHz: windowHz, sampledHz: variable.rateHz },
    });
    windows.set(role, { window, factor });
    sinks.set(variable.name, (seconds, value) => window.take(seconds, value * factor));
  }
  const parameters = Object.fromEntries(
    Object.entries(analysis.parameters).map(([name, rule]) => [name, rule.default] as const),
  );
  const columns = (): Record<string, Column> =>
    Object.fromEntries([...windows].map(([role, { window }]) => [role, window.column()] as const));
  return { sinks, look: createLook({ analysis, parameters, columns, counts, values }) };
}

interface Looked {
  readonly analysis: Analysis;
  readonly parameters: Readonly<Record<string, number | string | null>>;
  readonly columns: () => Record<string, Column>;
  readonly counts: string;
  readonly values: CycleIndicators;
}

function createLook({ analysis, parameters, columns, counts, values }: Looked): LivePart['look'] {
  let [count, endedAt, lookedAt] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let said: Record<string, LiveValue> = {};
  return (seconds) => {
    if (seconds - lookedAt < lookEverySeconds && seconds >= lookedAt) return said;
    lookedAt = seconds;
    const given = columns();
    const newest = Math.min(...Object.values(given).map(({ timesSeconds }) => timesSeconds.at(-1) ?? 0));
    const found = analysis.find(given, { ...parameters });
    if (isRefused(found)) return said;
    const cycles = (found.cycles ?? []).filter(({ to }) => to <= newest - settledSeconds);
    for (const { from, to } of cycles) {
      if (from < endedAt - overlap * (to - from)) continue;
      count++;
      endedAt = to;
    }
    const last = cycles.at(-1);
    if (last === undefined) return said;
    const recent = cycles.slice(-meanOver);
    const means = Object.entries(values).flatMap(([value, name]) => {
      const known = recent.map((cycle) => cycle.values[value] ?? Number.NaN).filter(Number.isFinite);
      const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
      return known.length > 0 ? [[name, { value: mean, at: last.to }] as const] : [];
    });
    said = { ...Object.fromEntries(means), [counts]: { value: count, at: last.to } };
    return said;
  };
}
