import { resampleLinear } from '@sillage/signal';
import { type Column, defineAnalysis } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import type { Figure } from '../figures/figure.ts';
import { stretchesBySpeed, trackFigure } from '../figures/track-figure.ts';
import { sampleAt } from '../sample-at.ts';
import { bmxStartFormulas } from './bike-formulas.ts';
import { bikeRoles, placeRoles } from './bike-roles.ts';
import { meanOverTime, turnsOfCadence } from './find-turns.ts';
import { powerOf } from './torque-cadence-line.ts';

const house = 'House (sheet 4)';
/** s that a free fall lasts to be a jump, and m/s² below which it is one. */
const [fallSeconds, fallAcceleration] = [0.15, 3];
const marks = [10, 20, 30] as const;
const timeTo = (metres: number) =>
  output(
    [`Temps à ${metres} m`, `Time at ${metres} m`],
    ...(['s', 3] as const),
    ['∫ vitesse depuis le premier couple', '∫ speed from the first torque'],
    [`Temps pour ${metres} m.`, `Time for ${metres} m.`],
    house,
    { better: 'lower' },
  );
const speedAt = (metres: number) =>
  output(
    [`Vitesse à ${metres} m`, `Speed at ${metres} m`],
    ...(['m/s', 2] as const),
    ['mesurée', 'measured'],
    [`Vitesse après ${metres} m.`, `Speed after ${metres} m.`],
    house,
    { better: 'higher' },
  );

/** A start from a gate: BMX, track. */
export const bmxStart = defineAnalysis({
  id: 'bmxStart',
  version: 1,
  name: { fr: 'Départ BMX', en: 'BMX start' },
  about: {
    fr: 'Réaction, puissance, couple et premiers mètres d’un départ.',
    en: 'Reaction, power, torque and first metres of a start.',
  },
  serves: { scenarios: [], sports: ['bmx'], exercises: /depart|start/ },
  rows: 'samples',
  inputs: {
    torque: bikeRoles.torque,
    cadence: bikeRoles.cadence,
    speed: { ...bikeRoles.speed, optional: true },
    gate: {
      name: { fr: 'signal de la grille', en: 'gate signal' },
      unit: '',
      spelled: /(^|_)(gate|grille|sync|trigger)$/,
      optional: true,
    },
    acceleration: {
      name: { fr: 'norme de l’accélération', en: 'size of the acceleration' },
      unit: 'm/s²',
      spelled: /^(acc_norm|acc_size|a_norm)$/,
      optional: true,
    },
    ...placeRoles,
  },
  parameters: {
    leastTorque: numberParameter(
      ['Couple du départ', 'Torque of the start'],
      ...(['N·m', 10, [1, 100], house] as const),
    ),
    startAt: edgeParameter('start', ['Départ, à la main', 'Start, by hand']),
  },
  presets: [],
  explained: bmxStartFormulas,
  outputs: {
    reaction: output(
      ['Temps de réaction', 'Reaction time'],
      ...(['s', 3] as const),
      ['grille → couple', 'gate → torque'],
      ['De la grille au premier appui.', 'From the gate to the first push.'],
      house,
      { better: 'lower' },
    ),
    powerTurn: output(
      ['Puissance du meilleur tour', 'Power of the best turn'],
      ...(['W', 0] as const),
      ['couple · 2π·cadence, moyenne d’un tour', 'torque · 2π·cadence, mean of a turn'],
      ['Puissance du tour le plus fort.', 'Power of the strongest turn.'],
      house,
      { better: 'higher' },
    ),
    powerSecond: output(
      ['Puissance de la meilleure seconde', 'Power of the best second'],
      ...(['W', 0] as const),
      ['moyenne glissante de 1 s', 'sliding mean of 1 s'],
      ['Puissance de la seconde la plus forte.', 'Power of the strongest second.'],
      house,
      { better: 'higher' },
    ),
    torqueMax: output(
      ['Couple maximal', 'Peak torque'],
      ...(['N·m', 0] as const),
      ['plus grande mesure', 'largest sample'],
      ['Le plus grand couple.', 'The largest torque.'],
      house,
      { better: 'higher' },
    ),
    cadenceAtPower: output(
      ['Cadence à la puissance maximale', 'Cadence at peak power'],
      ...(['rpm', 0] as const),
      ['moyenne du meilleur tour', 'mean of the best turn'],
      ['Cadence du tour le plus fort.', 'Cadence of the strongest turn.'],
      house,
    ),
    timeToPower: output(
      ['Temps jusqu’à la puissance maximale', 'Time to peak power'],
      ...(['s', 2] as const),
      ['premier couple → milieu du meilleur tour', 'first torque → middle of the best turn'],
      ['Du premier appui au tour le plus fort.', 'From the first push to the strongest turn.'],
      house,
      { better: 'lower' },
    ),
    ...{ time10: timeTo(10), time20: timeTo(20), time30: timeTo(30) },
    ...{ speed10: speedAt(10), speed20: speedAt(20), speed30: speedAt(30) },
    airTime: output(
      ['Temps en l’air', 'Air time'],
      ...(['s', 2] as const),
      ['|a| sous 3 m/s² plus de 0,15 s', '|a| below 3 m/s² for more than 0.15 s'],
      ['Durée totale des vols.', 'Total time of the flights.'],
      house,
    ),
  },
  find({ torque, cadence, speed, gate, acceleration, latitude, longitude }, { leastTorque, startAt }) {
    const times = torque.timesSeconds;
    const found = torque.values.findIndex((newtonMetres) => newtonMetres > leastTorque);
    const first = startAt === null || times.length === 0 ? found : sampleAt(times, startAt);
    if (first < 0) return { refused: 'noStart', numbers: { torque: leastTorque } };
    const start = times[first]!;
    const turns = turnsOfCadence(times.subarray(first), cadence.values.subarray(first), 1).map(({ from, to }) => {
      const turn = { from: from + first, to: to + first };
      const rpm = meanOverTime(times, cadence.values, turn);
      return { ...turn, rpm, watts: powerOf(meanOverTime(times, torque.values, turn), rpm) };
    });
    const valid = turns.filter(({ watts }) => Number.isFinite(watts));
    const [head] = valid;
    if (head === undefined) return { refused: 'tooFewTurns', numbers: { count: 0, least: 1 } };
    const best = valid.reduce((most, one) => (one.watts > most.watts ? one : most), head);
    const power = torque.values.map((newtonMetres, i) => powerOf(newtonMetres, cadence.values[i]!));
    const opened = gate === undefined ? undefined : riseOf(gate.values);
    const notMeasured = { reason: 'notMeasured' } as const;
    const reached = speed && passes(speed.timesSeconds, speed.values, start);
    const at = (metres: number, of: 'seconds' | 'speed') =>
      reached?.get(metres)?.[of] ?? (reached ? ({ reason: 'notReached' } as const) : notMeasured);
    return {
      values: {
        reaction: gate === undefined || opened === undefined ? notMeasured : start - gate.timesSeconds[opened]!,
        powerTurn: best.watts,
        powerSecond: bestSecond(times, power) ?? { reason: 'notReached' },
        torqueMax: torque.values.filter(Number.isFinite).reduce((most, one) => Math.max(most, one), 0),
        cadenceAtPower: best.rpm,
        timeToPower: (times[best.from]! + times[best.to]!) / 2 - start,
        ...{ time10: at(10, 'seconds'), time20: at(20, 'seconds'), time30: at(30, 'seconds') },
        ...{ speed10: at(10, 'speed'), speed20: at(20, 'speed'), speed30: at(30, 'speed') },
        airTime: acceleration === undefined ? notMeasured : fallTime(acceleration.timesSeconds, acceleration.values),
      },
      events: [
        ...(gate === undefined || opened === undefined ? [] : [{ name: 'gate', at: gate.timesSeconds[opened]! }]),
        { name: 'start', at: start },
      ],
      figures: latitude && longitude ? trackOfStart({ latitude, longitude, speed }, start) : [],
      phases: [{ name: 'bestTurn', from: times[best.from]!, to: times[best.to]! }],
    };
  },
});

/** s; a start is over, whatever is ridden after it. */
const startSeconds = 15;

/** Where the start was ridden, by its speed where there is one. */
function trackOfStart(
  { latitude, longitude, speed }: { latitude: Column; longitude: Column; speed: Column | undefined },
  start: number,
): Figure[] {
  const fixes = Array.from(latitude.timesSeconds, (at, i) => ({ at, i })).filter(
    ({ at, i }) =>
      at >= start && at <= start + startSeconds && Number.isFinite(latitude.values[i]! + longitude.values[i]!),
  );
  if (fixes.length < 2) return [];
  const speeds =
    speed && resampleLinear(speed.timesSeconds, speed.values, Float64Array.from(fixes.map(({ at }) => at)));
  const track = {
    latitudes: fixes.map(({ i }) => latitude.values[i]!),
    longitudes: fixes.map(({ i }) => longitude.values[i]!),
  };
  return [trackFigure(track, stretchesBySpeed(speeds ?? []))];
}

/** Where a signal first rises over half of its height. */
function riseOf(values: Float64Array): number | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const at = values.findIndex(
    (value, i) => i > 0 && value > (least + most) / 2 && values[i - 1]! <= (least + most) / 2,
  );
  return at < 0 ? undefined : at;
}

/** Seconds and speed at each mark. */
function passes(times: Float64Array, speeds: Float64Array, start: number) {
  const found = new Map<number, { readonly seconds: number; readonly speed: number }>();
  let way = 0;
  for (let i = 1; i < times.length; i++) {
    if (times[i]! <= start) continue;
    const both = (speeds[i]! + speeds[i - 1]!) / 2;
    if (!Number.isFinite(both)) break;
    way += both * (times[i]! - Math.max(start, times[i - 1]!));
    for (const mark of marks)
      if (way >= mark && !found.has(mark)) found.set(mark, { seconds: times[i]! - start, speed: speeds[i]! });
  }
  return found;
}

/** The largest mean of one second. */
function bestSecond(times: Float64Array, power: Float64Array): number | undefined {
  let [from, best]: [number, number | undefined] = [0, undefined];
  const sums = new Float64Array(power.length);
  for (let i = 1; i < power.length; i++) {
    const both = (power[i]! + power[i - 1]!) / 2;
    sums[i] = sums[i - 1]! + (Number.isFinite(both) ? both : 0) * (times[i]! - times[i - 1]!);
    while (times[i]! - times[from]! > 1.000001) from++;
    const seconds = times[i]! - times[from]!;
    if (seconds >= 0.9) best = Math.max(best ?? Number.NEGATIVE_INFINITY, (sums[i]! - sums[from]!) / seconds);
  }
  return best;
}

function fallTime(times: Float64Array, sizes: Float64Array): number {
  let [all, from] = [0, -1];
  for (let i = 0; i <= sizes.length; i++) {
    const falls = i < sizes.length && sizes[i]! < fallAcceleration;
    if (falls && from < 0) from = i;
    if (falls || from < 0) continue;
    const seconds = times[Math.min(i, sizes.length - 1)]! - times[from]!;
    if (seconds > fallSeconds) all += seconds;
    from = -1;
  }
  return all;
}
