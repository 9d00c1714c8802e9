import { defineAnalysis, isRefused, type NoValue } from '../analysis.ts';
import { output } from '../describe.ts';
import { measureCmj } from './cmj.ts';
import { findFlights } from './find-flights.ts';
import { cmjUnipodalFormulas } from './jump-formulas.ts';
import { onsetParameters } from './onset-parameters.ts';
import { plateParameters } from './plate-parameters.ts';
import { asymmetryPercent } from './side-outputs.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** s before take-off over which it is judged which leg pushes, and its share of the impulse. */
const [pushSeconds, leadingShare] = [0.3, 0.8];
const noEdges = { onsetAt: null, takeOffAt: null, landingAt: null, fastestAt: null, lowestAt: null };
const impulse = ['v²/2g de la vitesse au décollage', 'v²/2g of the take-off velocity'] as const;
const flight = ['g·t²/8 du temps de vol', 'g·t²/8 of the flight time'] as const;
const best = (fr: string, en: string, method: readonly [string, string]) =>
  output(
    [`Meilleure hauteur ${fr}`, `Best height, ${en}`],
    ...(['m', 3] as const),
    method,
    [`Le plus haut des sauts de la jambe ${fr}.`, `The highest of the jumps of the ${en} leg.`],
    'Bishop 2018',
    { better: 'higher', frame: 'takeOff' },
  );
const count = (fr: string, en: string) =>
  output(
    [`Sauts ${fr}`, `Jumps, ${en}`],
    ...(['1', 0] as const),
    ['sauts portés par cette jambe', 'jumps that this leg carries'],
    [`Sauts valides de la jambe ${fr}.`, `Valid jumps of the ${en} leg.`],
    'House',
  );

/** Countermovement jumps on one leg, of both legs in one recording. */
export const cmjUnipodal = defineAnalysis({
  id: 'cmjUnipodal',
  version: 1,
  name: { fr: 'CMJ sur une jambe', en: 'Single-leg CMJ' },
  about: {
    fr: 'Le meilleur saut de chaque jambe et leur asymétrie, sur deux plateformes.',
    en: 'The best jump of each leg and their asymmetry, on two plates.',
  },
  serves: { scenarios: ['CMJUnipodalScenario'], sports: [], exercises: /unipodal|single.?leg|une jambe/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: { ...plateParameters, ...onsetParameters },
  presets: [],
  explained: cmjUnipodalFormulas,
  outputs: {
    heightLeft: best('gauche', 'left', impulse),
    heightRight: best('droite', 'right', impulse),
    heightFlightLeft: best('gauche (temps de vol)', 'left (flight time)', flight),
    heightFlightRight: best('droite (temps de vol)', 'right (flight time)', flight),
    asymmetry: output(
      ['Asymétrie', 'Asymmetry'],
      ...(['%', 1] as const),
      ['100·(D − G) ÷ max des meilleures hauteurs', '100·(R − L) ÷ max of the best heights'],
      [
        'Positive, la droite saute plus haut ; négative, la gauche.',
        'Positive, the right jumps higher; negative, the left.',
      ],
      'Bishop 2018',
    ),
    jumpsLeft: count('gauche', 'left'),
    jumpsRight: count('droite', 'right'),
  },
  find(columns, asked) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const { left, right } = plate;
    if (left === undefined || right === undefined) {
      const role = { fr: 'force gauche et droite', en: 'left and right force' };
      return { refused: 'inputMissing', numbers: { role, unit: 'N' } };
    }
    const jumps = pieces(plate, asked.flightThreshold).flatMap((piece) => {
      const found = measureCmj(piece.plate, { ...asked, ...noEdges });
      const side = leadingSide(left, right, piece.takeOff, plate.rateHz);
      return isRefused(found) || side === undefined ? [] : [{ side, ...found }];
    });
    if (jumps.length === 0) {
      return { refused: 'noFlight', numbers: { seconds: 0.15, threshold: asked.flightThreshold } };
    }
    const bestOf = (side: Side, name: 'heightImpulse' | 'heightFlight') => {
      const heights = jumps.flatMap((jump) => {
        const height = jump.values[name];
        return jump.side === side && typeof height === 'number' ? [height] : [];
      });
      return heights.length === 0 ? undefined : heights.reduce((most, one) => Math.max(most, one));
    };
    const missing: NoValue = { reason: 'sideMissing' };
    const [heightLeft, heightRight] = [bestOf('left', 'heightImpulse'), bestOf('right', 'heightImpulse')];
    return {
      values: {
        heightLeft: heightLeft ?? missing,
        heightRight: heightRight ?? missing,
        heightFlightLeft: bestOf('left', 'heightFlight') ?? missing,
        heightFlightRight: bestOf('right', 'heightFlight') ?? missing,
        asymmetry:
          heightLeft === undefined || heightRight === undefined ? missing : asymmetryPercent(heightLeft, heightRight),
        jumpsLeft: jumps.filter(({ side }) => side === 'left').length,
        jumpsRight: jumps.filter(({ side }) => side === 'right').length,
      },
      phases: jumps.flatMap(({ phases }) => phases),
      events: jumps.flatMap(({ events }) => events),
      warnings: jumps.flatMap(({ warnings }) => warnings).slice(0, 20),
    };
  },
});

type Side = 'left' | 'right';

/** A stretch of the recording for each flight: from the landing before it to the take-off after it. */
function pieces(plate: PlateForce, threshold: number): { readonly plate: PlateForce; readonly takeOff: number }[] {
  const flights = findFlights(plate.total, plate.rateHz, threshold);
  return flights.map(({ takeOff }, i) => {
    const from = flights[i - 1]?.landing ?? 0;
    const to = flights[i + 1]?.takeOff ?? plate.total.length;
    const cut = (values: Float64Array) => values.subarray(from, to);
    return {
      takeOff,
      plate: {
        timesSeconds: cut(plate.timesSeconds),
        total: cut(plate.total),
        left: plate.left && cut(plate.left),
        right: plate.right && cut(plate.right),
        rateHz: plate.rateHz,
      },
    };
  });
}

/** The leg that carries the push; undefined where both do. */
function leadingSide(left: Float64Array, right: Float64Array, takeOff: number, rateHz: number): Side | undefined {
  let [ofLeft, ofRight] = [0, 0];
  for (let i = Math.max(0, takeOff - Math.round(pushSeconds * rateHz)); i < takeOff; i++) {
    ofLeft += left[i]!;
    ofRight += right[i]!;
  }
  const share = ofLeft / (ofLeft + ofRight);
  if (share >= leadingShare) return 'left';
  return share <= 1 - leadingShare ? 'right' : undefined;
}
