import { meanAndDeviation, resampleLinear, sampleFrom } from '@sillage/signal';
import { type Column, type CycleFound, isRefused } from '../analysis.ts';
import { attitudeBesideGyroHz, attitudeHz, attitudeOf, quickIntegral, slowPart } from '../water/attitude.ts';
import { kayakBoat } from '../water/kayak-boat.ts';
import { rowingStrokes } from '../water/rowing-strokes.ts';
import { withoutPitch } from '../water/stroke-pitch.ts';
import { type Derivation, type DerivedColumn, inOneModule, inUnit, type Recorded } from './derivation.ts';

/** Hz between the speed of a receiver and the integrated acceleration (sheet 0.11). */
const crossOverHz = 0.2;
/** Hz; slower than strokes by so much that nothing of them is taken for a pitch. */
const trimHz = 0.05;
/** s; the slowest filter has settled, and the strokes before are known. */
const marginSeconds = 30;
/** Samples a second that an analysis of strokes wants. */
const leastHz = 10;

const rowing = ['aviron', 'rowing'];
const paddling = ['kayak', 'canoe', 'canoe-kayak', 'paddling'];

type Stroke = 'cadence' | 'd_stroke' | 't_check' | 'ratio_check';

const said = (unit: string, fr: string, en: string) => ({ unit, description: { fr, en } });
const columns: Readonly<Record<Stroke | 'roll' | 'pitch' | 'speed_i', Omit<DerivedColumn, 'name'>>> = {
  roll: said('°', 'Roulis (pesanteur sous 0,3 Hz)', 'Roll (gravity below 0.3 Hz)'),
  pitch: said('°', 'Tangage (pesanteur sous 0,3 Hz)', 'Pitch (gravity below 0.3 Hz)'),
  speed_i: said(
    'm/s',
    'Vitesse dans le coup (∫ accél. au-dessus de 0,2 Hz)',
    'Speed within the stroke (∫ accel. above 0.2 Hz)',
  ),
  cadence: said('1/min', 'Cadence (60 ÷ durée du coup)', 'Cadence (60 ÷ stroke time)'),
  d_stroke: said('m', 'Distance par coup (∫ vitesse)', 'Distance per stroke (∫ speed)'),
  t_check: said('s', 'Temps de retenue (accél. sous −0,5 m/s²)', 'Check time (accel. below −0.5 m/s²)'),
  ratio_check: said('%', 'Part de retenue (t_check ÷ coup)', 'Check share (t_check ÷ stroke)'),
};
/** With a gyroscope. */
const besideGyro = {
  roll: said('°', 'Roulis (pesanteur sous 0,1 Hz, gyroscope)', 'Roll (gravity below 0.1 Hz, gyroscope)'),
  pitch: said('°', 'Tangage (pesanteur sous 0,1 Hz, gyroscope)', 'Pitch (gravity below 0.1 Hz, gyroscope)'),
};
type Name = keyof typeof columns;

/** What a cycle of the analysis of strokes calls it. */
const inCycles: Readonly<Record<Stroke, string>> = {
  ...{ cadence: 'rate', d_stroke: 'strokeDistance', t_check: 'checkTime', ratio_check: 'checkShare' },
};

/** Attitude, speed within the stroke and numbers of each stroke of a boat, by its acceleration and its speed. */
export function deriveBoat(recorded: Recorded): Derivation[] {
  const isRowing = recorded.sports.some((sport) => rowing.includes(sport));
  if (!isRowing && !recorded.sports.some((sport) => paddling.includes(sport))) return [];
  const axis = (name: string) => [new RegExp(`^a(cc)?_?${name}_?$`, 'i'), 'm/s²'] as const;
  const rate = (name: string) => [new RegExp(`^gyro?_?${name}$`, 'i'), '°/s'] as const;
  const acc = [axis('x'), axis('y'), axis('z')];
  const axes = inOneModule(recorded, [...acc, rate('x'), rate('y')]) ?? inOneModule(recorded, acc);
  if (axes === undefined) return [];
  const hasGyro = axes.length > acc.length;
  const [speed] = inOneModule(recorded, [[/^(gps_)?(speed|vitesse)$/i, 'm/s']]) ?? [];
  const wanted: Name[] = [
    ...(['roll', 'pitch', 'cadence'] as const),
    ...(isRowing ? (['t_check', 'ratio_check'] as const) : []),
    ...(speed === undefined ? [] : (['speed_i', 'd_stroke'] as const)),
  ];
  const names = wanted.filter((name) => !recorded.isMeasured(name));
  if (names.length === 0) return [];
  const inputs = [...axes, ...(speed === undefined ? [] : [speed])];
  return [
    {
      ...{ module: 'derived', inputs, marginSeconds, leastHz },
      columns: names.map((name) => ({ name, ...(hasGyro ? { ...columns, ...besideGyro } : columns)[name] })),
      compute: (given) => computeBoat(given, { recorded, inputs, names, isRowing, hasGyro }),
    },
  ];
}

interface About {
  readonly recorded: Recorded;
  readonly inputs: readonly string[];
  readonly names: readonly Name[];
  readonly isRowing: boolean;
  readonly hasGyro: boolean;
}

function computeBoat(given: readonly Column[], { recorded, inputs, names, isRowing, hasGyro }: About): Float64Array[] {
  const inSi = given.map((column, i) => ({
    ...column,
    values: inUnit(column, recorded.units[inputs[i] ?? ''] ?? '', i < 3 ? 'm/s²' : hasGyro && i < 5 ? '°/s' : 'm/s'),
  }));
  const [x, y, z, ...others] = inSi;
  const [rollRate, pitchRate] = hasGyro ? others : [];
  const speed = others[hasGyro ? 2 : 0];
  if (x === undefined || y === undefined || z === undefined) throw new Error('three axes');
  const times = x.timesSeconds;
  const rateHz = (times.length - 1) / (times.at(-1)! - times[0]!);
  const empty = () => new Float64Array(times.length).fill(Number.NaN);
  if (!(rateHz >= leastHz)) return names.map(empty);
  const slowHz = hasGyro ? attitudeBesideGyroHz : attitudeHz;
  const slow = attitudeOf([x.values, y.values, z.values], rateHz, slowHz);
  const quick = (angles: Float64Array, rates: Column | undefined) => {
    if (rates === undefined) return angles;
    // Rates turn by the right hand: about x port rises, about y the bow sinks.
    const turned = quickIntegral(times, rates.values, rateHz, slowHz);
    return angles.map((one, i) => one - turned[i]!);
  };
  const cycles = strokesOf(x, speed, isRowing);
  return names.map((name) => {
    if (name === 'roll') return quick(slow.roll, rollRate);
    if (name === 'pitch') return quick(slow.pitch, pitchRate);
    if (name === 'speed_i') {
      const trim = attitudeOf([x.values, y.values, z.values], rateHz, trimHz).pitch;
      return speed ? speedWithin(x, z, trim, speed, rateHz) : empty();
    }
    return held(times, cycles, inCycles[name], empty());
  });
}

/** By the analysis of the sport, with its own rules. */
function strokesOf(acceleration: Column, speed: Column | undefined, isRowing: boolean): readonly CycleFound[] {
  if (isRowing) {
    const rules = { prominence: 0.8, highestRate: 50, direction: 'found' };
    const found = rowingStrokes.find({ acceleration, speed, ...withoutPitch }, rules);
    return isRefused(found) ? [] : (found.cycles ?? []);
  }
  const { prominence, highestRate } = kayakBoat.parameters;
  const rules = { prominence: prominence?.default ?? null, highestRate: highestRate?.default ?? null };
  const found = kayakBoat.find({ acceleration }, rules);
  const cycles = isRefused(found) ? [] : (found.cycles ?? []);
  return cycles.map((cycle) => ({ ...cycle, values: { ...cycle.values, ...wayOf(cycle, speed) } }));
}

/** m; of a stroke during all of which there is a speed. */
function wayOf({ from, to }: CycleFound, speed: Column | undefined): { strokeDistance: number } | undefined {
  if (speed === undefined) return undefined;
  const count = 20;
  const times = Float64Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
  const values = resampleLinear(speed.timesSeconds, speed.values, times);
  let metres = 0;
  for (let i = 1; i <= count; i++) metres += (((values[i]! + values[i - 1]!) / 2) * (to - from)) / count;
  return Number.isFinite(metres) ? { strokeDistance: metres } : undefined;
}

/** A number of each stroke, as long as the stroke lasts. */
function held(times: Float64Array, cycles: readonly CycleFound[], name: string, into: Float64Array): Float64Array {
  for (const { from, to, values } of cycles) {
    const value = Object.entries(values).find(([key]) => key === name)?.[1];
    if (value !== undefined) into.fill(value, sampleFrom(times, from), sampleFrom(times, to));
  }
  return into;
}

/** Slow changes are those of the speed that was measured, quick ones those of the acceleration along the boat. */
function speedWithin(x: Column, z: Column, pitch: Float64Array, speed: Column, rateHz: number): Float64Array {
  const times = x.timesSeconds;
  const forward = x.values.map((one, i) => {
    const angle = (pitch[i]! * Math.PI) / 180;
    return one * Math.cos(angle) - z.values[i]! * Math.sin(angle);
  });
  const { mean } = meanAndDeviation(forward);
  const level = forward.map((one) => one - mean);
  const quick = quickIntegral(times, level, rateHz, crossOverHz);
  const slow = slowPart(resampleLinear(speed.timesSeconds, speed.values, times), rateHz, crossOverHz);
  return slow.map((one, i) => one + quick[i]!);
}
