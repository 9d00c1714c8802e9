import { meanAndDeviation } from '@sillage/signal';
import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { stretchesByLap, trackFigure } from '../figures/track-figure.ts';
import { instrackFormulas } from './bike-formulas.ts';
import { bikeRoles, placeRoles } from './bike-roles.ts';

const house = 'House (sheet 4)';
const ofLaps = ['moyenne des tours de piste', 'mean of the laps'] as const;

/** Laps of a track, by the way that was ridden or by a trigger once a lap. */
export const instrackLaps = defineAnalysis({
  id: 'instrackLaps',
  version: 1,
  name: { fr: 'Tours de piste', en: 'Track laps' },
  about: {
    fr: 'Temps, vitesse et puissance de chaque tour de piste.',
    en: 'Time, speed and power of each lap of the track.',
  },
  serves: { scenarios: [], sports: ['instrack'] },
  rows: 'samples',
  inputs: {
    speed: bikeRoles.speed,
    power: { ...bikeRoles.power, optional: true },
    trigger: {
      name: { fr: 'top tour', en: 'lap trigger' },
      unit: '',
      spelled: /(^|_)(lap|tour|trigger)$/,
      optional: true,
    },
    ...placeRoles,
  },
  parameters: {
    lapLength: numberParameter(
      ['Longueur de la piste', 'Length of the track'],
      ...(['m', 250, [100, 1000], 'UCI: 250 m'] as const),
    ),
  },
  presets: [],
  explained: instrackFormulas,
  outputs: {
    laps: output(
      ['Tours', 'Laps'],
      ...(['1', 0] as const),
      ['longueur parcourue, ou top tour', 'way ridden, or trigger'],
      ['Tours entiers.', 'Whole laps.'],
      house,
    ),
    best: output(
      ['Meilleur tour', 'Best lap'],
      ...(['s', 3] as const),
      ['plus court', 'shortest'],
      ['Temps du tour le plus rapide.', 'Time of the fastest lap.'],
      house,
      { better: 'lower' },
    ),
    mean: output(
      ['Tour moyen', 'Mean lap'],
      ...(['s', 3] as const),
      ofLaps,
      ['Temps moyen d’un tour.', 'Mean time of a lap.'],
      house,
      { better: 'lower' },
    ),
    deviation: output(
      ['Régularité', 'Evenness'],
      ...(['s', 3] as const),
      ['écart-type des tours', 'standard deviation of the laps'],
      ['De combien les tours varient.', 'How much the laps vary.'],
      house,
      { better: 'lower' },
    ),
    speed: output(
      ['Vitesse moyenne', 'Mean speed'],
      ...(['m/s', 2] as const),
      ['longueur ÷ temps', 'length ÷ time'],
      ['Vitesse sur les tours entiers.', 'Speed over whole laps.'],
      house,
      { better: 'higher' },
    ),
    power: output(
      ['Puissance moyenne', 'Mean power'],
      ...(['W', 0] as const),
      ofLaps,
      ['Puissance sur les tours entiers.', 'Power over whole laps.'],
      house,
      { better: 'higher' },
    ),
  },
  find({ speed, power, trigger, latitude, longitude }, { lapLength }) {
    const passes =
      trigger === undefined
        ? byWay(speed.timesSeconds, speed.values, lapLength)
        : byTrigger(trigger.timesSeconds, trigger.values);
    const laps = passes.slice(1).map((to, i) => ({ from: passes[i]!, to }));
    if (laps.length === 0) return { refused: 'tooFewTurns', numbers: { count: 0, least: 1 } };
    const seconds = laps.map(({ from, to }) => to - from);
    const { mean, deviation, n } = meanAndDeviation(seconds);
    const watts = power && meanBetween(power.timesSeconds, power.values, laps[0]!.from, laps.at(-1)!.to);
    return {
      values: {
        laps: n,
        best: seconds.reduce((least, one) => Math.min(least, one)),
        mean,
        deviation: n < 2 ? { reason: 'notReached' } : deviation,
        speed: lapLength / mean,
        power: watts ?? { reason: 'notMeasured' },
      },
      figures:
        latitude === undefined || longitude === undefined
          ? []
          : [
              trackFigure(
                { latitudes: Array.from(latitude.values), longitudes: Array.from(longitude.values) },
                stretchesByLap(laps, latitude.timesSeconds),
              ),
            ],
      phases: laps.slice(0, 500).map(({ from, to }) => ({ name: 'lap', from, to })),
    };
  },
});

/** s at which each lap begins: the first at the first movement. */
function byWay(times: Float64Array, speeds: Float64Array, lapLength: number): number[] {
  const passes: number[] = [];
  let way = 0;
  for (let i = 1; i < times.length; i++) {
    const both = (speeds[i]! + speeds[i - 1]!) / 2;
    if (!(both > 0)) continue;
    if (passes.length === 0) passes.push(times[i - 1]!);
    const step = both * (times[i]! - times[i - 1]!);
    const next = passes.length * lapLength;
    if (way + step >= next) passes.push(times[i - 1]! + ((next - way) / step) * (times[i]! - times[i - 1]!));
    way += step;
  }
  return passes;
}

function byTrigger(times: Float64Array, values: Float64Array): number[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const half = (least + most) / 2;
  const passes: number[] = [];
  for (let i = 1; i < values.length; i++) if (values[i]! > half && values[i - 1]! <= half) passes.push(times[i]!);
  return passes;
}

function meanBetween(times: Float64Array, values: Float64Array, from: number, to: number): number | undefined {
  const { n, mean } = meanAndDeviation(values.filter((_, i) => times[i]! >= from && times[i]! <= to));
  return n === 0 ? undefined : mean;
}
