import { samplesAValue } from '../bounds.ts';
import type { CallName, Expression } from '../graph.ts';
import { isSameMeasure, parseUnit } from '../units.ts';
import type { SampleRings } from './sample-rings.ts';
import type { RunState, Value } from './state.ts';

export interface Sight {
  readonly state: RunState;
  readonly rings: SampleRings;
  /** Counts the samples that are looked at; throws where an event has had its share. */
  readonly charge: (samples: number) => void;
  /** Indicators by the names that the program gave them. */
  readonly indicators: ReadonlyMap<string, { readonly indicator: string; readonly unit: string }>;
}

/** The value of an expression for a device, in SI units; null where something that it needs is missing. */
export function evaluate(code: Expression, device: number | null, sight: Sight): Value {
  const { state } = sight;
  sight.charge(samplesAValue);
  switch (code.op) {
    case 'constant':
      return code.value;
    case 'variable': {
      const held = Object.hasOwn(state.variables, code.name) ? state.variables[code.name] : undefined;
      if (held === undefined) return null;
      return 'same' in held ? held.same : (held.each[String(device)] ?? null);
    }
    case 'input':
      return device === null ? null : sight.rings.last(device, code.name);
    case 'window':
      return device === null ? null : windowValue(code, device, sight);
    case 'indicator':
      return indicatorValue(code.name, device, sight);
    case 'output': {
      const found = state.analysed[code.analysis]?.[String(device)]?.values;
      return found !== undefined && Object.hasOwn(found, code.output) ? convert(found[code.output], code.unit) : null;
    }
    case 'refused':
      return state.analysed[code.analysis]?.[String(device)]?.refusal !== null;
    case 'state':
      return {
        timed_out: state.timedOut,
        pressed: state.pressed,
        elapsed: state.now - state.startedAt,
        athletes: state.devices.length,
      }[code.name];
    case 'each':
      return code.of === 'any'
        ? state.devices.some((one) => evaluate(code.given, one, sight) === true)
        : holdsForAll(code.given, sight);
    case 'call':
      return apply(
        code.of,
        code.given.map((one) => () => evaluate(one, device, sight)),
      );
  }
}

/** Whether a condition is true at every device, and there is one. */
export function holdsForAll(condition: Expression, sight: Sight): boolean {
  const { devices } = sight.state;
  if (!isOfEach(condition, sight)) return evaluate(condition, null, sight) === true;
  return devices.length > 0 && devices.every((device) => evaluate(condition, device, sight) === true);
}

/** Whether an expression has a value of its own for each device. */
export function isOfEach(code: Expression, sight: Sight): boolean {
  if (code.op === 'variable') {
    const held = Object.hasOwn(sight.state.variables, code.name) ? sight.state.variables[code.name] : undefined;
    return held !== undefined && 'each' in held;
  }
  if (code.op === 'call') return code.given.some((given) => isOfEach(given, sight));
  return (
    code.op === 'input' ||
    code.op === 'window' ||
    code.op === 'indicator' ||
    code.op === 'output' ||
    code.op === 'refused'
  );
}

function windowValue(
  { input, of, seconds }: Extract<Expression, { readonly op: 'window' }>,
  device: number,
  { rings, charge }: Sight,
): number | null {
  charge(rings.samplesOf(device, input, seconds));
  return rings.window(device, input, of, seconds);
}

function indicatorValue(name: string, device: number | null, { state, indicators }: Sight): number | null {
  const named = indicators.get(name);
  if (named === undefined || device === null) return null;
  return convert(state.indicators[named.indicator]?.[String(device)], named.unit);
}

/** A value as it was told, in SI units; null where its unit measures something else. One without a unit is in the wanted one. */
function convert(
  told: { readonly value: number | null; readonly unit: string } | undefined,
  wanted: string,
): number | null {
  if (told === undefined || told.value === null || !Number.isFinite(told.value)) return null;
  const [unit, as] = [parseUnit(told.unit === '' ? wanted : told.unit), parseUnit(wanted)];
  return unit && as && isSameMeasure(unit, as) ? told.value * unit.factor : null;
}

/** A value that changes from sample to sample. */
type Read = () => Value;

/** Computes an expression for a device again and again while nothing but its samples changes. */
export function reader(code: Expression, device: number | null, sight: Sight): Read {
  if (!readsSamples(code)) {
    const value = evaluate(code, device, sight);
    return () => value;
  }
  if (code.op === 'input' && device !== null) return sight.rings.reader(device, code.name);
  if (code.op !== 'call') return () => evaluate(code, device, sight);
  const given = code.given.map((one) => reader(one, device, sight));
  const cost = samplesAValue * (1 + given.length);
  return () => {
    sight.charge(cost);
    return apply(code.of, given);
  };
}

function apply(of: CallName, given: readonly Read[]): Value {
  const value = (i: number): Value => given[i]?.() ?? null;
  if (of === 'and') return value(0) === true && value(1) === true;
  if (of === 'or') return value(0) === true || value(1) === true;
  if (of === 'not') return value(0) !== true;
  if (of === 'given') return value(0) !== null;
  if (of === 'otherwise') return value(0) ?? value(1);
  if (of === 'min' || of === 'max') {
    const there = given.map((read) => read()).filter((one) => typeof one === 'number');
    return there.length === 0 ? null : Math[of](...there);
  }
  const [a, b] = [value(0), value(1)];
  if (of === '=' || of === '!=') return a !== null && b !== null && (of === '=') === (a === b);
  return typeof a === 'number' ? compute(of, a, b) : null;
}

function compute(of: CallName, a: number, b: Value): Value {
  if (of === 'minus') return -a;
  if (of === 'abs') return Math.abs(a);
  if (of === 'sqrt') return finite(Math.sqrt(a));
  if (typeof b !== 'number') return null;
  if (of === '+') return finite(a + b);
  if (of === '-') return finite(a - b);
  if (of === '*') return finite(a * b);
  if (of === '/') return finite(a / b);
  if (of === 'round') return finite(Math.round(a / b) * b);
  if (of === '<') return a < b;
  if (of === '<=') return a <= b;
  return of === '>' ? a > b : a >= b;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Whether an expression reads samples: it changes with them alone. */
export function readsSamples(code: Expression): boolean {
  if (code.op === 'call') return code.given.some(readsSamples);
  if (code.op === 'each') return readsSamples(code.given);
  return code.op === 'input' || code.op === 'window';
}

/** Whether it looks back on many samples: it is not computed at each of them. */
export function looksBack(code: Expression): boolean {
  if (code.op === 'call') return code.given.some(looksBack);
  return code.op === 'each' ? looksBack(code.given) : code.op === 'window';
}
