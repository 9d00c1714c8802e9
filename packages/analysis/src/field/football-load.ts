import { lowPassTwice } from '@sillage/signal';
import { type Column, defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { footballFormulas } from './field-formulas.ts';

const gualtieri = 'Gualtieri 2023';
const boyd = 'Boyd 2011';
/** s that an effort lasts, and that end a sprint; m/s² and s of an acceleration; s that merge two. */
const [leastSprint, sprintPause, leastEffort, effortPause] = [1, 0.5, 0.5, 0.3];
const gravity = 9.80665;
const band = (fr: string, en: string) =>
  output(
    [`Distance ${fr}`, `Distance, ${en}`],
    ...(['m', 0] as const),
    ['∫ vitesse dans la plage', '∫ speed within the band'],
    [`Chemin à ${fr}.`, `Way at ${en}.`],
    gualtieri,
  );
const count = (fr: string, en: string, methodFr: string, methodEn: string) =>
  output([fr, en], ...(['1', 0] as const), [methodFr, methodEn], [`${fr} comptés.`, `${en} that count.`], gualtieri);

/** Distances, sprints, accelerations and load of a player. */
export const footballLoad = defineAnalysis({
  id: 'footballLoad',
  version: 1,
  name: { fr: 'Charge de match', en: 'Match load' },
  about: {
    fr: 'Distances par plage de vitesse, sprints, accélérations et charge d’une séance ou d’un match.',
    en: 'Distances by speed band, sprints, accelerations and load of a session or match.',
  },
  serves: { scenarios: [], sports: ['foot', 'football'] },
  rows: 'samples',
  inputs: {
    speed: {
      name: { fr: 'vitesse', en: 'speed' },
      unit: 'm/s',
      spelled: /^(gps_)?(speed|velocity|vitesse|v)$/,
      optional: true,
    },
    accX: {
      name: { fr: 'accélération x', en: 'acceleration x' },
      unit: 'm/s²',
      spelled: /^(acc?_?x|a_?x)$/,
      optional: true,
    },
    accY: {
      name: { fr: 'accélération y', en: 'acceleration y' },
      unit: 'm/s²',
      spelled: /^(acc?_?y|a_?y)$/,
      optional: true,
    },
    accZ: {
      name: { fr: 'accélération z', en: 'acceleration z' },
      unit: 'm/s²',
      spelled: /^(acc?_?z|a_?z)$/,
      optional: true,
    },
  },
  parameters: {
    highSpeed: numberParameter(
      ['Course rapide dès', 'High-speed running from'],
      ...(['m/s', 5.5, [3, 9], gualtieri] as const),
    ),
    sprintSpeed: numberParameter(['Sprint dès', 'Sprint from'], ...(['m/s', 7, [4, 12], gualtieri] as const)),
    acceleration: numberParameter(
      ['Accélération dès', 'Acceleration from'],
      ...(['m/s²', 3, [1, 8], 'Gualtieri 2023: 3, also 2'] as const),
    ),
    impact: numberParameter(['Impact dès', 'Impact from'], ...(['g', 5, [2, 20], 'House (sheet 6)'] as const)),
  },
  presets: [],
  explained: footballFormulas,
  outputs: {
    distance: output(
      ['Distance', 'Distance'],
      ...(['m', 0] as const),
      ['∫ vitesse', '∫ speed'],
      ['Chemin total.', 'Whole way.'],
      gualtieri,
      { better: 'higher' },
    ),
    distance7: band('0–7 km/h', '0–7 km/h'),
    distance15: band('7–15 km/h', '7–15 km/h'),
    distance20: band('15–20 km/h', '15–20 km/h'),
    distance25: band('20–25 km/h', '20–25 km/h'),
    distanceMore: band('plus de 25 km/h', 'above 25 km/h'),
    highSpeedDistance: output(
      ['Distance en course rapide', 'High-speed distance'],
      ...(['m', 0] as const),
      ['au-dessus du seuil', 'above the threshold'],
      ['Chemin à grande vitesse.', 'Way at high speed.'],
      gualtieri,
      { better: 'higher' },
    ),
    sprints: count('Sprints', 'Sprints', 'vitesse au-dessus du seuil pendant 1 s', 'speed above the threshold for 1 s'),
    sprintDistance: output(
      ['Distance en sprint', 'Sprint distance'],
      ...(['m', 0] as const),
      ['pendant les sprints', 'during sprints'],
      ['Chemin des sprints.', 'Way of the sprints.'],
      gualtieri,
      { better: 'higher' },
    ),
    topSpeed: output(
      ['Vitesse maximale', 'Top speed'],
      ...(['m/s', 2] as const),
      ['plus grande mesure', 'largest sample'],
      ['La plus grande vitesse.', 'The largest speed.'],
      gualtieri,
      { better: 'higher' },
    ),
    accelerations: count(
      'Accélérations',
      'Accelerations',
      'au-dessus du seuil pendant 0,5 s',
      'above the threshold for 0.5 s',
    ),
    decelerations: count(
      'Freinages',
      'Decelerations',
      'sous le seuil négatif pendant 0,5 s',
      'below the negative threshold for 0.5 s',
    ),
    playerLoad: output(
      ['PlayerLoad', 'PlayerLoad'],
      ...(['1', 2] as const),
      ['Σ√(Δx² + Δy² + Δz²)/100, en g', 'Σ√(Δx² + Δy² + Δz²)/100, in g'],
      ['Somme des à-coups ; dépend de la fréquence.', 'Sum of the jolts; depends on the rate.'],
      boyd,
    ),
    playerLoadPerMinute: output(
      ['PlayerLoad par minute', 'PlayerLoad per minute'],
      ...(['1/min', 3] as const),
      ['PlayerLoad ÷ durée', 'PlayerLoad ÷ duration'],
      ['Intensité de la séance.', 'Intensity of the session.'],
      boyd,
    ),
    rate: output(
      ['Fréquence de l’accélération', 'Rate of the acceleration'],
      ...(['Hz', 1] as const),
      ['mesures ÷ durée', 'samples ÷ time'],
      ['PlayerLoad en dépend.', 'PlayerLoad depends on it.'],
      boyd,
    ),
    impacts: count(
      'Impacts',
      'Impacts',
      'pics d’accélération au-dessus du seuil',
      'peaks of acceleration above the threshold',
    ),
  },
  find({ speed, accX, accY, accZ }, asked) {
    const body = accX && accY && accZ ? loadOf(accX, accY, accZ, asked.impact) : undefined;
    const run = speed && speed.values.length > 1 ? runOf(speed, asked) : undefined;
    if (body === undefined && run === undefined) {
      return {
        refused: 'inputMissing',
        numbers: { role: { fr: 'vitesse ou accélération', en: 'speed or acceleration' }, unit: 'm/s, m/s²' },
      };
    }
    const none = { reason: 'notMeasured' } as const;
    return {
      values: {
        distance: run?.distance ?? none,
        distance7: run?.bands[0] ?? none,
        distance15: run?.bands[1] ?? none,
        distance20: run?.bands[2] ?? none,
        distance25: run?.bands[3] ?? none,
        distanceMore: run?.bands[4] ?? none,
        highSpeedDistance: run?.highSpeed ?? none,
        sprints: run?.sprints.length ?? none,
        sprintDistance: run?.sprints.reduce((sum, { metres }) => sum + metres, 0) ?? none,
        topSpeed: run?.topSpeed ?? none,
        accelerations: run?.accelerations ?? none,
        decelerations: run?.decelerations ?? none,
        playerLoad: body?.load ?? none,
        playerLoadPerMinute: body === undefined ? none : body.seconds > 0 ? (60 * body.load) / body.seconds : none,
        rate: body === undefined || !(body.seconds > 0) ? none : (accX?.values.length ?? 0) / body.seconds,
        impacts: body?.impacts ?? none,
      },
      phases: (run?.sprints ?? []).slice(0, 300).map(({ from, to }) => ({ name: 'sprint', from, to })),
    };
  },
});

/** km/h at which bands end. */
const bandEnds = [7, 15, 20, 25];

function runOf(
  { timesSeconds: times, values }: Column,
  { highSpeed, sprintSpeed, acceleration }: { highSpeed: number; sprintSpeed: number; acceleration: number },
) {
  const bands = [0, 0, 0, 0, 0];
  let [distance, fast, topSpeed] = [0, 0, 0];
  for (let i = 1; i < values.length; i++) {
    const both = (values[i]! + values[i - 1]!) / 2;
    const metres = both * (times[i]! - times[i - 1]!);
    if (!Number.isFinite(metres) || both < 0) continue;
    distance += metres;
    const place = bandEnds.findIndex((end) => both * 3.6 < end);
    bands[place < 0 ? bandEnds.length : place]! += metres;
    if (both >= highSpeed) fast += metres;
    if (values[i]! > topSpeed) topSpeed = values[i]!;
  }
  const rateHz = (times.length - 1) / (times.at(-1)! - times[0]!);
  const smooth = lowPassTwice(values, rateHz, Math.min(1, rateHz / 4));
  const faster = smooth.map((one, i) => (i === 0 ? 0 : (one - smooth[i - 1]!) / (times[i]! - times[i - 1]!)));
  const wayBetween = (from: number, to: number) => {
    let metres = 0;
    for (let i = from + 1; i < to; i++) metres += ((values[i]! + values[i - 1]!) / 2) * (times[i]! - times[i - 1]!);
    return metres;
  };
  const sprints = stretches(times, values, (one) => one >= sprintSpeed, leastSprint, sprintPause);
  return {
    ...{ distance, bands, highSpeed: fast, topSpeed },
    sprints: sprints.map(({ from, to }) => ({ from: times[from]!, to: times[to - 1]!, metres: wayBetween(from, to) })),
    accelerations: stretches(times, faster, (one) => one >= acceleration, leastEffort, effortPause).length,
    decelerations: stretches(times, faster, (one) => one <= -acceleration, leastEffort, effortPause).length,
  };
}

/** Samples [from, to) for which it is so, at least so long; a shorter pause ends none. */
function stretches(
  times: Float64Array,
  values: Float64Array,
  isSo: (value: number) => boolean,
  least: number,
  pause: number,
) {
  const found: { from: number; to: number }[] = [];
  for (let i = 0; i < values.length; i++) {
    if (!isSo(values[i]!)) continue;
    const last = found.at(-1);
    if (last && times[i]! - times[last.to - 1]! <= pause) last.to = i + 1;
    else found.push({ from: i, to: i + 1 });
  }
  return found.filter(({ from, to }) => times[to - 1]! - times[from]! >= least);
}

function loadOf(x: Column, y: Column, z: Column, impact: number) {
  const samples = Math.min(x.values.length, y.values.length, z.values.length);
  let [load, impacts, isAbove] = [0, 0, false];
  for (let i = 0; i < samples; i++) {
    const size = Math.hypot(x.values[i]!, y.values[i]!, z.values[i]!) / gravity;
    if (size > impact && !isAbove) impacts++;
    isAbove = size > impact;
    if (i === 0) continue;
    const jolt = Math.hypot(
      x.values[i]! - x.values[i - 1]!,
      y.values[i]! - y.values[i - 1]!,
      z.values[i]! - z.values[i - 1]!,
    );
    if (Number.isFinite(jolt)) load += jolt / gravity / 100;
  }
  return { load, impacts, seconds: (x.timesSeconds[samples - 1] ?? 0) - (x.timesSeconds[0] ?? 0) };
}
