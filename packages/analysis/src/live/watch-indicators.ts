import { distanceSource } from '@sillage/domain';
import type { Analysis } from '../analysis.ts';
import { bikeRoles } from '../bike/bike-roles.ts';
import { chooseInputs } from '../choose-inputs.ts';
import { forceRoles } from '../force-plate/whole-force.ts';
import { unitFactor } from '../unit-factors.ts';
import { gateForce } from '../water/gate-force.ts';
import { kayakBoat } from '../water/kayak-boat.ts';
import { rowingStrokes } from '../water/rowing-strokes.ts';
import { followCycles } from './follow-cycles.ts';
import { followJumps } from './follow-jumps.ts';
import { followCounter, followDistance, followValue } from './follow-values.ts';
import type { IndicatorName } from './indicator-table.ts';
import type { LivePart, LiveValue, LiveVariable, Sink } from './live-part.ts';

/** s for 500 m are told from this speed on, m/s: a boat that drifts has no pace (as `saySpeed` of the domain). */
const [paceMetres, slowestPaced] = [500, 0.5];

/** Values that a device measures itself, by the indicator that they are; the role's unit is the one of the analyses. */
const measured = {
  speed: bikeRoles.speed,
  power: bikeRoles.power,
  cadence: bikeRoles.cadence,
  strokeRate: { unit: '1/min', spelled: /^(stroke_?rate|spm|cadence_coups?)$/ },
  heartRate: { unit: 'bpm', spelled: /(^|_)(heart_?rate|hr|fc|bpm)$/ },
  force: { unit: 'N', spelled: /(^|_)(handle_force|gate_force|force|f_?tot|f_?z_?tot(al)?)$/ },
} as const satisfies Partial<Record<IndicatorName, { readonly unit: string; readonly spelled: RegExp }>>;

/** Analyses that find the strokes of a sport, the first that a device has the variables for; their values by indicator. */
const strokesOf: Readonly<Record<string, readonly (readonly [Analysis, Readonly<Record<string, IndicatorName>>])[]>> = {
  aviron: [
    [gateForce, { rate: 'strokeRate', power: 'power' }],
    [
      rowingStrokes,
      {
        ...{ rate: 'strokeRate', driveShare: 'driveShare', checkShare: 'checkShare' },
        strokeDistance: 'strokeDistance',
      },
    ],
  ],
  kayak: [[kayakBoat, { rate: 'strokeRate' }]],
};

/** What is told of the samples of one device while they come: of one record, or of one stretch of streaming. */
export interface IndicatorWatch {
  /** Indicators that its variables can tell, in the wanted order, besides the time of the record. */
  readonly names: readonly IndicatorName[];
  /** Where samples of a variable go; undefined when none is made of it. */
  sinksOf(variable: string): readonly Sink[];
  /** What is known at a moment, s of the record. */
  look(seconds: number): ReadonlyMap<IndicatorName, LiveValue>;
}

/**
 * Watches the variables of a device for the indicators of a sport. What the device measures itself comes before what is
 * computed of its motion.
 * @param sport its short name; undefined when nobody told it: then nothing is read into motion
 */
export function watchIndicators(
  variables: readonly LiveVariable[],
  sport: string | undefined,
  wanted: readonly IndicatorName[],
): IndicatorWatch {
  const parts: LivePart[] = [];
  const told = new Set<IndicatorName>();
  const add = (part: LivePart | undefined, ...names: IndicatorName[]) => {
    if (part === undefined) return;
    parts.push(part);
    for (const name of names) told.add(name);
  };
  const wants = (name: IndicatorName) => wanted.includes(name) || (name === 'speed' && wanted.includes('pace'));
  for (const [name, role] of Object.entries(measured)) {
    if (isMeasured(name) && wants(name)) add(follow(name, role, variables), name);
  }
  if (told.has('speed')) told.add('pace');
  if (wants('force') && !told.has('force')) add(followSides(variables), 'force');
  if (wants('distance')) add(distanceOf(variables), 'distance');
  addStrokes(variables, sport, { wants, add });
  if (wants('jumps') || wants('jumpHeight')) {
    add(followJumps(variables, { counts: 'jumps', height: 'jumpHeight' }), 'jumps', 'jumpHeight');
  }
  return {
    names: wanted.filter((name) => told.has(name)),
    sinksOf: (variable) => parts.flatMap(({ sinks }) => sinks.get(variable) ?? []),
    look: (seconds) => lookAt(parts, wanted, seconds),
  };
}

const isMeasured = (name: string): name is keyof typeof measured => Object.hasOwn(measured, name);

function addStrokes(
  variables: readonly LiveVariable[],
  sport: string | undefined,
  {
    wants,
    add,
  }: { wants(name: IndicatorName): boolean; add(part: LivePart | undefined, ...names: IndicatorName[]): void },
): void {
  const known = sport !== undefined && Object.hasOwn(strokesOf, sport) ? (strokesOf[sport] ?? []) : [];
  for (const [analysis, values] of known) {
    const names = [...Object.values(values), 'strokes'] as const;
    if (!names.some(wants)) return;
    const part = followCycles(analysis, variables, { counts: 'strokes', values });
    if (part === undefined) continue;
    add(part, ...names);
    return;
  }
}

/** Later parts are computed: what an earlier one measured stays. */
function lookAt(
  parts: readonly LivePart[],
  wanted: readonly IndicatorName[],
  seconds: number,
): ReadonlyMap<IndicatorName, LiveValue> {
  const known: Record<string, LiveValue> = {};
  for (const part of parts.toReversed()) Object.assign(known, part.look(seconds));
  const { speed } = known;
  if (speed !== undefined && speed.value >= slowestPaced) {
    known.pace = { value: paceMetres / speed.value, at: speed.at };
  }
  return new Map(
    wanted.flatMap((name) => {
      const value = known[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

type Role = { readonly unit: string; readonly spelled: RegExp };

function find(role: Role, variables: readonly LiveVariable[]) {
  const inputs = { one: { name: { fr: '', en: '' }, ...role } };
  const names = variables.map(({ name }) => name);
  const chosen = chooseInputs({ inputs }, names).get('one');
  const variable = variables.find(({ name }) => name === chosen);
  const factor = variable && unitFactor(variable.unit, role.unit);
  return variable === undefined || factor === undefined ? undefined : { variable, factor };
}

function follow(name: IndicatorName, role: Role, variables: readonly LiveVariable[]): LivePart | undefined {
  const found = find(role, variables);
  return found && followValue(name, found.variable, found.factor);
}

/** The force on two plates, of which none measures the whole. */
function followSides(variables: readonly LiveVariable[]): LivePart | undefined {
  const [left, right] = [forceRoles.forceLeft, forceRoles.forceRight].map((role) => follow('force', role, variables));
  if (left === undefined || right === undefined) return undefined;
  return {
    sinks: new Map([...left.sinks, ...right.sinks]),
    look(seconds) {
      const [one, other] = [left.look(seconds).force, right.look(seconds).force];
      if (one === undefined || other === undefined) return {};
      return { force: { value: one.value + other.value, at: Math.min(one.at, other.at) } };
    },
  };
}

function distanceOf(variables: readonly LiveVariable[]): LivePart | undefined {
  const source = distanceSource(Object.fromEntries(variables.map(({ name, unit }) => [name, { unit }])));
  switch (source?.kind) {
    case 'distance':
      return followCounter('distance', source.variable, source.factor);
    case 'speed':
      return followDistance('distance', source.variable, source.factor);
    default:
      return undefined;
  }
}
