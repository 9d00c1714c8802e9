import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { earthRadius, stretchesBySpeed, trackFigure } from '../figures/track-figure.ts';
import { gpsFormulas } from './field-formulas.ts';

const [leastFixes, movingAbove] = [2, 0.3];
const haversine = ['haversine, somme des points', 'haversine, sum of the fixes'] as const;
const house = 'House (sheet 0.10)';

/** The way of a GPS receiver. */
export const gpsTrack = defineAnalysis({
  id: 'gpsTrack',
  version: 1,
  name: { fr: 'Parcours GPS', en: 'GPS track' },
  about: {
    fr: 'Distance, durée, vitesse et dénivelé d’un parcours.',
    en: 'Distance, duration, speed and climb of a track.',
  },
  serves: { scenarios: [], sports: ['velo', 'aviron', 'kayak', 'foot', 'course'] },
  rows: 'samples',
  inputs: {
    latitude: { name: { fr: 'latitude', en: 'latitude' }, unit: '°', spelled: /^(gps_)?lat(itude)?$/ },
    longitude: { name: { fr: 'longitude', en: 'longitude' }, unit: '°', spelled: /^(gps_)?(lon|lng|longitude)$/ },
    altitude: {
      name: { fr: 'altitude', en: 'altitude' },
      unit: 'm',
      spelled: /^(gps_)?(alt(itude)?|elevation)$/,
      optional: true,
    },
    speed: { name: { fr: 'vitesse', en: 'speed' }, unit: 'm/s', spelled: /^(gps_)?(speed|vitesse)$/, optional: true },
  },
  parameters: {
    longestGap: numberParameter(
      ['Trou le plus long', 'Longest gap'],
      ...([
        's',
        null,
        [1, 86_400],
        '10 s where the receiver does not say where a segment begins (sheet 0.10)',
      ] as const),
    ),
    climbStep: numberParameter(
      ['Pas du dénivelé', 'Step of the climb'],
      ...(['m', 2, [0, 50], 'House: smaller rises are noise'] as const),
    ),
    highestSpeed: numberParameter(['Vitesse crédible', 'Believable speed'], ...(['m/s', 30, [3, 120], house] as const)),
  },
  presets: [],
  explained: gpsFormulas,
  outputs: {
    distance: output(
      ['Distance', 'Distance'],
      ...(['m', 0] as const),
      haversine,
      ['Chemin à plat.', 'Way on the level.'],
      house,
      { better: 'higher' },
    ),
    distance3d: output(
      ['Distance avec le relief', 'Distance with the relief'],
      ...(['m', 0] as const),
      ['haversine et altitude', 'haversine and altitude'],
      ['Chemin, montées comprises.', 'Way, climbs included.'],
      house,
      { better: 'higher' },
    ),
    duration: output(
      ['Durée', 'Duration'],
      ...(['s', 0] as const),
      ['somme des segments', 'sum of the segments'],
      ['Durée des segments du parcours.', 'Time of the segments of the track.'],
      house,
    ),
    movingTime: output(
      ['Durée en mouvement', 'Moving time'],
      ...(['s', 0] as const),
      ['vitesse au-dessus de 0,3 m/s', 'speed above 0.3 m/s'],
      ['Durée sans les arrêts.', 'Time without the stops.'],
      house,
    ),
    meanSpeed: output(
      ['Vitesse moyenne', 'Mean speed'],
      ...(['m/s', 2] as const),
      ['distance ÷ durée', 'distance ÷ duration'],
      ['Vitesse, arrêts compris.', 'Speed, stops included.'],
      house,
      { better: 'higher' },
    ),
    maxSpeed: output(
      ['Vitesse maximale', 'Top speed'],
      ...(['m/s', 2] as const),
      ['du récepteur, sinon entre deux points', 'of the receiver, else between two fixes'],
      ['La plus grande vitesse crédible.', 'The largest speed that is believed.'],
      house,
      { better: 'higher' },
    ),
    climb: output(
      ['Dénivelé positif', 'Climb'],
      ...(['m', 0] as const),
      ['montées d’au moins un pas', 'rises of a step at least'],
      ['Somme des montées.', 'Sum of the rises.'],
      house,
    ),
    fixes: output(
      ['Points', 'Fixes'],
      ...(['1', 0] as const),
      ['positions valides', 'valid positions'],
      ['Points du parcours.', 'Fixes of the track.'],
      house,
    ),
  },
  find({ latitude, longitude, altitude, speed }, { longestGap, climbStep, highestSpeed }) {
    const fixes = latitude.values.reduce<number[]>((all, degrees, i) => {
      const isFix = Math.abs(degrees) <= 90 && Math.abs(longitude.values[i] ?? Number.NaN) <= 180;
      if (isFix && !(degrees === 0 && longitude.values[i] === 0)) all.push(i);
      return all;
    }, []);
    if (fixes.length < leastFixes)
      return { refused: 'tooFewFixes', numbers: { count: fixes.length, least: leastFixes } };
    const times = latitude.timesSeconds;
    const gap = longestGap ?? (speed === undefined ? 10 : Number.POSITIVE_INFINITY);
    const sums = { distance: 0, distance3d: 0, duration: 0, movingTime: 0, maxSpeed: 0 };
    /** m/s with which each fix was reached; NaN where nothing was bridged. */
    const paces = new Float64Array(fixes.length).fill(Number.NaN);
    for (let k = 1; k < fixes.length; k++) {
      const [a, b] = [fixes[k - 1]!, fixes[k]!];
      const seconds = times[b]! - times[a]!;
      // A reader leaves the speed out where a segment begins.
      if (!(seconds > 0 && seconds <= gap) || (speed !== undefined && Number.isNaN(speed.values[b]))) continue;
      const metres = metresBetween(latitude.values, longitude.values, a, b);
      const rise = altitude === undefined ? 0 : altitude.values[b]! - altitude.values[a]!;
      const pace = speed?.values[b] ?? metres / seconds;
      paces[k] = pace;
      sums.distance += metres;
      sums.distance3d += Math.hypot(metres, Number.isFinite(rise) ? rise : 0);
      sums.duration += seconds;
      if (pace > movingAbove) sums.movingTime += seconds;
      if (pace <= highestSpeed) sums.maxSpeed = Math.max(sums.maxSpeed, pace);
    }
    const notMeasured = { reason: 'notMeasured' } as const;
    return {
      values: {
        ...sums,
        distance3d: altitude === undefined ? notMeasured : sums.distance3d,
        meanSpeed: sums.duration > 0 ? sums.distance / sums.duration : { reason: 'notReached' },
        climb: altitude === undefined ? notMeasured : climbOf(altitude.values, fixes, climbStep),
        fixes: fixes.length,
      },
      figures: [
        trackFigure(
          { latitudes: fixes.map((i) => latitude.values[i]!), longitudes: fixes.map((i) => longitude.values[i]!) },
          stretchesBySpeed(paces),
        ),
      ],
    };
  },
});

/** Haversine. */
function metresBetween(latitudes: Float64Array, longitudes: Float64Array, a: number, b: number): number {
  const radians = Math.PI / 180;
  const [north, east] = [(latitudes[b]! - latitudes[a]!) * radians, (longitudes[b]! - longitudes[a]!) * radians];
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(latitudes[a]! * radians) * Math.cos(latitudes[b]! * radians) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Rises from each low, counted once they exceed a step. */
function climbOf(altitudes: Float64Array, fixes: readonly number[], step: number): number {
  let [climb, low]: [number, number | undefined] = [0, undefined];
  for (const i of fixes) {
    const metres = altitudes[i]!;
    if (!Number.isFinite(metres)) continue;
    if (low === undefined || metres < low) low = metres;
    else if (metres - low >= step) {
      climb += metres - low;
      low = metres;
    }
  }
  return climb;
}
