import { findPeaks, findVertex, lowPassTwice, meanAndDeviation } from '@sillage/signal';
import { type Column, defineAnalysis, type InputRole, type NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { axis, type Figure } from '../figures/figure.ts';
import { crewTimingFormulas } from '../sensor/sensor-formulas.ts';
import { usualRate } from '../swing/rotation.ts';

const source = 'House (sheet 3.3); Kleshnev, BioRow';
/** Degrees that an oar turns at least in a stroke; s between two catches at least; Hz above which an angle is noise. */
const [leastArc, shortestStroke, angleHz] = [30, 0.8, 10];
const leastStrokes = 3;
/** Hz at least: catches are told apart by hundredths of a second. */
const leastHz = 20;
const seats = ['seat1', 'seat2', 'seat3', 'seat4', 'seat5', 'seat6', 'seat7', 'seat8'] as const;
type Seat = (typeof seats)[number];

const seat = (number: number): InputRole => ({
  name: { fr: `angle de la dame, place ${number}`, en: `gate angle, seat ${number}` },
  ...{ unit: '°', spelled: /^(gate_?angle|angle)(_?\d)?$/ },
  ...(number > 2 && { optional: true as const }),
});
const late = (number: number) =>
  output(
    [`Retard de la place ${number}`, `Delay of seat ${number}`],
    ...(['ms', 0] as const),
    [
      'prise − médiane des prises de l’équipage, moyenne des coups',
      'catch − median catch of the crew, mean of the strokes',
    ],
    ['Positif\u00a0: prend après l’équipage.', 'Positive: catches after the crew.'],
    source,
  );
const spread = (fr: string, en: string, about: readonly [string, string]) =>
  output(
    [fr, en],
    ...(['ms', 0] as const),
    ['écart-type entre places, moyenne des coups', 'standard deviation between seats, mean of the strokes'],
    about,
    source,
    { better: 'lower' },
  );

/** How together a crew catches and finishes, by the angles of its oarlocks on one clock. */
export const crewTiming = defineAnalysis({
  id: 'crewTiming',
  version: 1,
  name: { fr: 'Ensemble de l’équipage', en: 'Timing of the crew' },
  about: {
    fr: 'Écarts des prises et des dégagés entre rameurs, d’après les angles de leurs dames sur une même horloge.',
    en: 'How far catches and finishes of rowers lie apart, by the angles of their oarlocks on one clock.',
  },
  serves: { scenarios: [], sports: ['aviron', 'rowing'] },
  rows: 'samples',
  inputs: {
    ...{ seat1: seat(1), seat2: seat(2), seat3: seat(3), seat4: seat(4) },
    ...{ seat5: seat(5), seat6: seat(6), seat7: seat(7), seat8: seat(8) },
  },
  parameters: {
    apart: numberParameter(
      ['Écart maximal d’un même coup', 'Largest distance within a stroke'],
      ...(['s', 0.5, [0.05, 1.5], 'House: beyond, it is another stroke'] as const),
    ),
  },
  presets: [],
  outputs: {
    catchSpread: spread('Écart des prises', 'Spread of the catches', [
      'À quel point l’équipage prend ensemble.',
      'How together the crew catches.',
    ]),
    finishSpread: spread('Écart des dégagés', 'Spread of the finishes', [
      'À quel point l’équipage dégage ensemble.',
      'How together the crew finishes.',
    ]),
    catchRange: output(
      ['De la première à la dernière prise', 'From the first to the last catch'],
      ...(['ms', 0] as const),
      ['moyenne des coups', 'mean of the strokes'],
      ['Temps entre le premier et le dernier rameur.', 'Time between the first and the last rower.'],
      source,
      { better: 'lower' },
    ),
    strokes: output(
      ['Coups de tout l’équipage', 'Strokes of the whole crew'],
      ...(['1', 0] as const),
      ['une prise à chaque place', 'a catch at each seat'],
      ['Coups comptés.', 'Strokes that count.'],
      source,
    ),
    rate: output(
      ['Cadence', 'Stroke rate'],
      ...(['1/min', 1] as const),
      ['60 ÷ durée, médiane des coups', '60 ÷ duration, median of the strokes'],
      ['Coups par minute.', 'Strokes a minute.'],
      source,
    ),
    ...{ late1: late(1), late2: late(2), late3: late(3), late4: late(4) },
    ...{ late5: late(5), late6: late(6), late7: late(7), late8: late(8) },
  },
  explained: crewTimingFormulas,
  find(columns, { apart }) {
    const given = seats.flatMap((name) => (columns[name] ? [{ name, column: columns[name] }] : []));
    const rate = Math.min(...given.map(({ column }) => usualRate(column.timesSeconds)));
    if (!(rate >= leastHz)) return { refused: 'tooSlow', numbers: { rate: rate || 0, least: leastHz } };
    const turned = given.map(({ column }) => turnsOf(column));
    const strokes = together(turned, apart);
    if (strokes.length < leastStrokes)
      return { refused: 'tooFewStrokes', numbers: { count: strokes.length, least: leastStrokes } };
    const mean = (of: (stroke: CrewStroke) => number) => meanAndDeviation(strokes.map(of)).mean;
    const delay = (name: Seat): number | NoValue => {
      const at = given.findIndex((one) => one.name === name);
      if (at < 0) return { reason: 'notMeasured' };
      return 1000 * mean(({ catches }) => catches[at]! - middleOf(catches));
    };
    const begins = strokes.map(({ catches }) => middleOf(catches));
    return {
      values: {
        catchSpread: 1000 * mean(({ catches }) => meanAndDeviation(catches).deviation),
        finishSpread: 1000 * mean(({ finishes }) => meanAndDeviation(finishes).deviation),
        catchRange: 1000 * mean(({ catches }) => Math.max(...catches) - Math.min(...catches)),
        strokes: strokes.length,
        rate: 60 / middleOf(begins.slice(1).map((at, i) => at - begins[i]!)),
        ...{ late1: delay('seat1'), late2: delay('seat2'), late3: delay('seat3'), late4: delay('seat4') },
        ...{ late5: delay('seat5'), late6: delay('seat6'), late7: delay('seat7'), late8: delay('seat8') },
      },
      events: begins.slice(0, 400).map((at) => ({ name: 'catch', at })),
      figures: [
        delaysOverTime(
          given.map(({ name }) => name),
          strokes,
        ),
      ],
    };
  },
});

/** s; catches and finishes of one rower, between the samples. */
interface Turns {
  readonly catches: readonly number[];
  readonly finishes: readonly number[];
}
/** s; of each seat. */
interface CrewStroke {
  readonly catches: readonly number[];
  readonly finishes: readonly number[];
}

/** An oar turns back at the catch and at the finish: extremes of its angle. */
function turnsOf({ timesSeconds, values }: Column): Turns {
  const rateHz = usualRate(timesSeconds);
  const smooth = lowPassTwice(values, rateHz, angleHz);
  const peaksOf = (signal: Float64Array) =>
    findPeaks(signal, { prominence: leastArc, distance: shortestStroke * rateHz }).map(({ at }) => {
      const whole = Math.min(Math.max(at, 1), signal.length - 2);
      const place = findVertex(signal, whole);
      return timesSeconds[whole]! + (place - whole) / rateHz;
    });
  return { catches: peaksOf(smooth.map((one) => -one)), finishes: peaksOf(smooth) };
}

/** Strokes of the first seat that every other seat has a catch and a finish near. */
function together(turned: readonly Turns[], apart: number): CrewStroke[] {
  const [first] = turned;
  return (first?.catches ?? []).flatMap((at) => {
    const catches = turned.map((one) => nearest(one.catches, at));
    const finish = first?.finishes.find((one) => one > at);
    const finishes = turned.map((one) => (finish === undefined ? undefined : nearest(one.finishes, finish)));
    const isWhole =
      catches.every((one) => one !== undefined && Math.abs(one - at) <= apart) &&
      finishes.every((one) => one !== undefined && finish !== undefined && Math.abs(one - finish) <= apart);
    const known = (times: readonly (number | undefined)[]) => times.filter((one) => one !== undefined);
    return isWhole ? [{ catches: known(catches), finishes: known(finishes) }] : [];
  });
}

/** Of ascending times. */
function nearest(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined || after === undefined) return before ?? after;
  return at - before <= after - at ? before : after;
}

function middleOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Every seat's distance from the crew, stroke by stroke. */
function delaysOverTime(names: readonly Seat[], strokes: readonly CrewStroke[]): Figure {
  const shown = strokes.slice(0, 400);
  return {
    ...{ id: 'delaysOverTime', name: { fr: 'Retards à la prise', en: 'Delays at the catch' } },
    ...{ x: axis('Temps', 'Time', 's'), y: axis('Retard', 'Delay', 'ms') },
    series: names.map((name, i) => ({
      ...{ kind: 'line' as const, name: { fr: `Place ${name.slice(4)}`, en: `Seat ${name.slice(4)}` } },
      x: shown.map(({ catches }) => middleOf(catches)),
      y: shown.map(({ catches }) => 1000 * (catches[i]! - middleOf(catches))),
    })),
  };
}
