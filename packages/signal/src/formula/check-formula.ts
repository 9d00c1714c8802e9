import {
  addUnits,
  type CarriedUnit,
  canAdd,
  multiplyUnits,
  plainUnit,
  raiseUnit,
  unitOfVariable,
  unitPerSecond,
  unitTimesSeconds,
  writeUnit,
} from './carry-units.ts';
import { type EachName, eachOf } from './each-sample.ts';
import { hasRadians, isDegrees } from './find-radians.ts';
import {
  type Formula,
  type FormulaProblem,
  type FunctionName,
  functionOf,
  type InputKind,
  mostOrder,
  type Operator,
  usualOrder,
} from './formula.ts';
import type { AlongName, Part } from './formula-parts.ts';
import { limitsOf } from './limit-settings.ts';
import { nearestName } from './nearest-name.ts';

/** What a formula may read. */
export interface KnownVariable {
  readonly unit: string;
  /** Of its module: variables with one clock have their samples at the same times. */
  readonly clock: string;
  readonly rateHz: number | undefined;
}

export interface CheckedFormula {
  readonly root: Part;
  /** Undefined where nobody can say it. */
  readonly unit: string | undefined;
  /** At whose times it has its samples: of the variable that is named first. */
  readonly clock: string;
  readonly rateHz: number | undefined;
  /** Clocks of other variables, whose values are read on straight lines at those times. */
  readonly resampled: readonly string[];
}

class Stop extends Error {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

interface Checked {
  readonly part: Part;
  readonly unit: CarriedUnit;
  /** Of the first variable in it. */
  readonly variable: KnownVariable | undefined;
}

/** Whether a formula can be computed of these variables, by name; and what it then is. */
export function checkFormula(
  formula: Formula,
  known: ReadonlyMap<string, KnownVariable>,
): CheckedFormula | FormulaProblem {
  const checker = new Checker(known);
  try {
    const { part, unit, variable } = checker.check(formula);
    if (variable === undefined) return { code: 'noVariable', from: formula.from, to: formula.to };
    const { clock, rateHz } = variable;
    const resampled = [...checker.clocks].filter((one) => one !== clock);
    return { root: part, unit: asSpelled(writeUnit(unit), known), clock, rateHz, resampled };
  } catch (error) {
    if (error instanceof Stop) return error.problem;
    throw error;
  }
}

/** A unit as the record spells it, so that it is drawn on the axis of those that are the same. */
function asSpelled(unit: string | undefined, known: ReadonlyMap<string, KnownVariable>): string | undefined {
  if (unit === undefined || unit === '') return unit;
  return [...known.values()].find((one) => plainUnit(one.unit) === unit)?.unit ?? unit;
}

class Checker {
  readonly clocks = new Set<string>();
  readonly #known: ReadonlyMap<string, KnownVariable>;

  constructor(known: ReadonlyMap<string, KnownVariable>) {
    this.#known = known;
  }

  check(formula: Formula): Checked {
    switch (formula.kind) {
      case 'number':
        return this.#number(formula, formula.value);
      case 'variable':
        return this.#variable(formula);
      case 'negate': {
        const of = this.check(formula.of);
        return { ...of, part: this.#each(formula, 'negate', [of.part]) };
      }
      case 'declared':
        return { ...this.check(formula.of), unit: unitOfVariable(formula.unit) };
      case 'binary':
        return this.#binary(formula);
      case 'call':
        return this.#call(formula);
    }
  }

  #number(formula: Formula, value: number): Checked {
    if (!Number.isFinite(value)) throw new Stop({ code: 'notFinite', from: formula.from, to: formula.to });
    return { part: { kind: 'number', value }, unit: 'number', variable: undefined };
  }

  #variable({ name, from, to }: Formula & { kind: 'variable' }): Checked {
    const variable = this.#known.get(name);
    if (variable === undefined) {
      const instead = nearestName(name, [...this.#known.keys()]);
      throw new Stop({ code: 'unknownVariable', from, to, words: { name }, ...(instead !== undefined && { instead }) });
    }
    this.clocks.add(variable.clock);
    return { part: { kind: 'variable', name }, unit: unitOfVariable(variable.unit), variable };
  }

  /** What is known before there are samples is a number. */
  #each(formula: Formula, of: EachName, inputs: readonly Part[]): Part {
    const values = inputs.flatMap((input) => (input.kind === 'number' ? [input.value] : []));
    if (values.length < inputs.length) return { kind: 'each', of, inputs };
    return this.#number(formula, eachOf(of, values)).part;
  }

  #sameUnits(formula: Formula, checked: readonly Checked[]): CarriedUnit {
    return checked.reduce<CarriedUnit>((unit, one) => {
      if (canAdd(unit, one.unit)) return addUnits(unit, one.unit);
      const words = { left: writeUnit(unit) ?? '', right: writeUnit(one.unit) ?? '' };
      throw new Stop({ code: 'units', from: formula.from, to: formula.to, words });
    }, 'number');
  }

  #binary(formula: Formula & { kind: 'binary' }): Checked {
    const left = this.check(formula.left);
    const right = this.check(formula.right);
    const part = this.#each(formula, operations[formula.operator], [left.part, right.part]);
    const variable = left.variable ?? right.variable;
    return { part, unit: this.#unitOf(formula, left, right), variable };
  }

  #unitOf(formula: Formula & { kind: 'binary' }, left: Checked, right: Checked): CarriedUnit {
    switch (formula.operator) {
      case '+':
      case '-':
        return this.#sameUnits(formula, [left, right]);
      case '*':
        return multiplyUnits(left.unit, right.unit, 1);
      case '/':
        return multiplyUnits(left.unit, right.unit, -1);
      case '^':
        return raiseUnit(left.unit, right.part.kind === 'number' ? right.part.value : undefined);
    }
  }

  #call(formula: Formula & { kind: 'call' }): Checked {
    const kinds = functionOf(formula.name).inputs;
    const inputs = formula.inputs.map((input, i) => {
      const checked = this.check(input);
      const kind = kinds[Math.min(i, kinds.length - 1)] ?? 'samples';
      if (kind !== 'samples') refuseNumber(kind, input, checked.part);
      return checked;
    });
    const first = inputs[0];
    if (first === undefined) throw new TypeError('a function without inputs');
    const variable = inputs.find((one) => one.variable !== undefined)?.variable;
    const each = (of: EachName) =>
      this.#each(
        formula,
        of,
        inputs.map((one) => one.part),
      );
    switch (formula.name) {
      case 'min':
      case 'max':
        return { part: each(formula.name), unit: this.#sameUnits(formula, inputs), variable };
      case 'clamp':
        refuseDisorder(formula, inputs.slice(1), (low, high) => low <= high);
        return { part: each('clamp'), unit: first.unit, variable };
      case 'abs':
        return { part: each('abs'), unit: first.unit, variable };
      case 'sqrt':
        return { part: each('sqrt'), unit: raiseUnit(first.unit, 0.5), variable };
      case 'sin':
      case 'cos':
        if (isDegrees(first.unit)) refuseRadians(formula, first.part);
        return {
          part: each(isDegrees(first.unit) ? `${formula.name}Degrees` : formula.name),
          unit: 'number',
          variable,
        };
      case 'atan2':
        this.#sameUnits(formula, inputs);
        return { part: each('atan2Degrees'), unit: { unit: '°', power: 1 }, variable };
      default:
        return { ...alongOf(formula, formula.name, inputs), variable };
    }
  }
}

const operations: Readonly<Record<Operator, EachName>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '^': 'power',
};

/** What is read as ° is not to be turned into rad before. */
function refuseRadians({ name, inputs }: Formula & { kind: 'call' }, part: Part): void {
  const [input] = inputs;
  if (input === undefined || !hasRadians(part)) return;
  throw new Stop({ code: 'alreadyDegrees', from: input.from, to: input.to, words: { name } });
}

/** Numbers that a function takes as they are, before there are samples. */
function refuseNumber(kind: Exclude<InputKind, 'samples'>, { from, to }: Formula, part: Part): void {
  if (part.kind !== 'number') throw new Stop({ code: 'notANumber', from, to });
  if (kind === 'order' && !(Number.isInteger(part.value) && part.value >= 1 && part.value <= mostOrder)) {
    throw new Stop({ code: 'order', from, to, words: { most: mostOrder } });
  }
  if ((kind === 'hertz' || kind === 'seconds') && !(part.value > 0)) throw new Stop({ code: 'notPositive', from, to });
}

function refuseDisorder(
  { from, to }: Formula,
  bounds: readonly Checked[],
  isInOrder: (low: number, high: number) => boolean,
): void {
  const [low = 0, high = 0] = bounds.map(({ part }) => (part.kind === 'number' ? part.value : Number.NaN));
  if (!isInOrder(low, high)) throw new Stop({ code: 'bounds', from, to, words: { low, high } });
}

/** A function along samples: its settings are within what the clock of its samples allows. */
function alongOf(
  formula: Formula & { kind: 'call' },
  of: Extract<FunctionName, AlongName>,
  inputs: readonly Checked[],
): Pick<Checked, 'part' | 'unit'> {
  const [first, ...others] = inputs;
  const firstPlace = formula.inputs[0] ?? formula;
  if (first?.variable === undefined) throw new Stop({ code: 'noVariable', from: firstPlace.from, to: firstPlace.to });
  const given = others.map(({ part }) => (part.kind === 'number' ? part.value : Number.NaN));
  const filterInputs = functionOf(of).inputs.length - 1;
  const isFilter = of === 'lowpass' || of === 'highpass' || of === 'bandpass';
  const settings = isFilter && given.length < filterInputs ? [...given, usualOrder] : given;
  const part: Part = { kind: 'along', of, input: first.part, settings };
  if (of === 'bandpass') refuseDisorder(formula, others.slice(0, 2), (low, high) => low < high);
  const problem = limitsOf(part, first.variable.rateHz);
  if (problem !== undefined) {
    const { from, to } = formula.inputs[problem.input] ?? formula;
    throw new Stop({ code: problem.code, from, to, words: problem.words });
  }
  switch (of) {
    case 'derivative':
      return { part, unit: unitPerSecond(first.unit) };
    case 'integral':
      return { part, unit: unitTimesSeconds(first.unit) };
    default:
      return { part, unit: first.unit };
  }
}
