import { meanAndDeviation } from '@sillage/signal';
import { type Column, defineAnalysis, type NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { strokeOutputs } from './stroke-outputs.ts';
import { oarlockFormulas } from './water-formulas.ts';

const nk = 'NK EmPower';
const ofRows = ['moyenne des coups avec une valeur', 'mean of the strokes with a value'] as const;
const optional = (fr: string, en: string, unit: string, spelled: RegExp) =>
  ({ name: { fr, en }, unit, spelled, optional: true }) as const;
const mean = (fr: string, en: string, unit: string, decimals: number) =>
  output([fr, en], unit, decimals, ofRows, [`${fr}, en moyenne des coups.`, `${en}, mean of the strokes.`], nk);

/** A session whose device wrote one line a stroke: NK SpeedCoach and EmPower, RP3. */
export const oarlockSession = defineAnalysis({
  id: 'oarlockSession',
  version: 2,
  name: { fr: 'Séance coup par coup (NK, RP3)', en: 'Session stroke by stroke (NK, RP3)' },
  about: {
    fr: 'Moyennes de ce que l’appareil a noté à chaque coup, d’une séance ou d’un intervalle.',
    en: 'Means of what the device noted at each stroke, of a session or an interval.',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  rows: 'samples',
  inputs: {
    rate: { name: { fr: 'cadence', en: 'stroke rate' }, unit: '1/min', spelled: /^(stroke_?rate|cadence)$/ },
    distance: optional('distance', 'distance', 'm', /^distance$/),
    strokes: optional('coups', 'strokes', '', /^strokes$/),
    interval: optional('intervalle', 'interval', '', /^interval$/),
    power: optional('puissance', 'power', 'W', /^power$/),
    work: optional('travail', 'work', 'J', /^work$/),
    catch: optional('prise', 'catch', '°', /^catch$/),
    slip: optional('perte à la prise', 'slip', '°', /^slip$/),
    finish: optional('dégagé', 'finish', '°', /^finish$/),
    wash: optional('perte au dégagé', 'wash', '°', /^wash$/),
    forceMean: optional('force moyenne', 'mean force', 'N', /^force_mean$/),
    forceMax: optional('force maximale', 'peak force', 'N', /^force_max$/),
    peakAngle: optional('angle de la force maximale', 'peak force angle', '°', /^peak_angle$/),
  },
  parameters: {
    interval: numberParameter(['Intervalle', 'Interval'], ...(['1', null, [0, 1e6], 'all unless given'] as const)),
  },
  presets: [],
  explained: oarlockFormulas,
  outputs: {
    strokes: strokeOutputs.strokes,
    rate: mean('Cadence', 'Stroke rate', '1/min', 1),
    distance: output(
      ['Distance', 'Distance'],
      ...(['m', 1] as const),
      ['dernière ligne de chaque intervalle', 'last line of each interval'],
      ['Chemin de la séance ou de l’intervalle.', 'Way of the session or interval.'],
      nk,
    ),
    elapsed: output(
      ['Durée', 'Elapsed time'],
      ...(['s', 1] as const),
      ['dernière ligne', 'last line'],
      ['Durée de la séance ou de l’intervalle.', 'Time of the session or interval.'],
      nk,
    ),
    split: output(
      ['Allure', 'Split'],
      ...(['s/500 m', 1] as const),
      ['500 · durée ÷ distance', '500 · time ÷ distance'],
      ['Temps pour 500 m.', 'Time for 500 m.'],
      nk,
      { better: 'lower' },
    ),
    strokeDistance: output(
      ['Distance par coup', 'Distance per stroke'],
      ...(['m', 2] as const),
      ['distance ÷ coups', 'distance ÷ strokes'],
      ['Chemin par coup.', 'Way per stroke.'],
      nk,
      { better: 'higher' },
    ),
    power: mean('Puissance', 'Power', 'W', 0),
    powerOfWork: output(
      ['Puissance d’après le travail', 'Power by the work'],
      ...(['W', 0] as const),
      ['travail moyen · cadence moyenne ÷ 60', 'mean work · mean rate ÷ 60'],
      ['Puissance que donne le travail des coups.', 'Power that the work of the strokes gives.'],
      nk,
      { better: 'higher' },
    ),
    powerDifference: output(
      ['Écart des deux puissances', 'Difference of both powers'],
      ...(['%', 1] as const),
      ['100 · |écart| ÷ puissance', '100 · |difference| ÷ power'],
      ['De combien le travail et la puissance se contredisent.', 'How much work and power contradict each other.'],
      'House',
      { better: 'lower' },
    ),
    work: mean('Travail par coup', 'Work per stroke', 'J', 0),
    catch: mean('Prise', 'Catch', '°', 1),
    slip: mean('Perte à la prise (slip)', 'Slip', '°', 1),
    finish: mean('Dégagé', 'Finish', '°', 1),
    wash: mean('Perte au dégagé (wash)', 'Wash', '°', 1),
    forceMean: mean('Force moyenne', 'Mean force', 'N', 0),
    forceMax: mean('Force maximale', 'Peak force', 'N', 0),
    peakAngle: mean('Angle de la force maximale', 'Angle of the peak force', '°', 1),
  },
  find(columns, { interval: wanted }) {
    const { rate, interval } = columns;
    const chosen = Array.from(rate.values, (_, i) => i).filter(
      (i) => wanted === null || interval?.values[i] === wanted,
    );
    const [first, last] = [chosen[0], chosen.at(-1)];
    if (first === undefined || last === undefined) return { refused: 'tooFewStrokes', numbers: { count: 0, least: 1 } };
    const missing: NoValue = { reason: 'notMeasured' };
    const meanOf = (column: Column | undefined): number | NoValue => {
      if (column === undefined) return missing;
      const { n, mean: middle } = meanAndDeviation(chosen.map((i) => column.values[i] ?? Number.NaN));
      return n === 0 ? missing : middle;
    };
    // Devices count the distance anew in each interval, their clock runs on.
    const times = rate.timesSeconds;
    const elapsed = wanted === null || first === 0 ? times[last]! : times[last]! - times[first - 1]!;
    const metres = countedOf(columns.distance, chosen);
    const counted = countedOf(columns.strokes, chosen) ?? chosen.length;
    const [work, cadence, power] = [meanOf(columns.work), meanOf(rate), meanOf(columns.power)];
    const powerOfWork = typeof work === 'number' && typeof cadence === 'number' ? (work * cadence) / 60 : missing;
    return {
      values: {
        strokes: chosen.length,
        rate: cadence,
        distance: metres ?? missing,
        elapsed,
        split: metres === undefined ? missing : (500 * elapsed) / metres,
        strokeDistance: metres === undefined ? missing : metres / counted,
        ...{ power, powerOfWork, work },
        powerDifference:
          typeof powerOfWork === 'number' && typeof power === 'number'
            ? (100 * Math.abs(powerOfWork - power)) / power
            : missing,
        catch: meanOf(columns.catch),
        slip: meanOf(columns.slip),
        finish: meanOf(columns.finish),
        wash: meanOf(columns.wash),
        forceMean: meanOf(columns.forceMean),
        forceMax: meanOf(columns.forceMax),
        peakAngle: meanOf(columns.peakAngle),
      },
    };
  },
});

/** What a counter went through that begins anew in each interval; undefined where it never counted. */
function countedOf(column: Column | undefined, chosen: readonly number[]): number | undefined {
  let [before, last] = [0, 0];
  for (const i of chosen) {
    const value = column?.values[i] ?? Number.NaN;
    if (!(value >= 0)) continue;
    // A position that wavers goes back a little, a counter that begins anew goes back to nearly nothing.
    if (value < last / 2) before += last;
    last = value;
  }
  const all = before + last;
  return Number.isFinite(all) && all > 0 ? all : undefined;
}
