import type { ChoiceParameter, NoValue } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { type ForceVelocity, profileByLine, profileByPolynomial, type Runner, ratioOfForces } from './sprint-forces.ts';
import { type SprintModel, speedAt, timeAt } from './sprint-model.ts';

const furusawa = 'Furusawa 1927; Samozino 2016';
const fitted = ['ajustement de v = MSS·(1 − e^(−t/τ))', 'fit of v = MSS·(1 − e^(−t/τ))'] as const;
const modelled = ['course modélisée', 'modelled run'] as const;

/** What is known of the runner and the air. */
export const runnerParameters = {
  bodyMass: numberParameter(['Masse', 'Mass'], ...(['kg', null, [20, 200], 'of the athlete'] as const)),
  bodyHeight: numberParameter(['Taille', 'Height'], ...(['m', null, [1, 2.5], 'of the athlete'] as const)),
  temperature: numberParameter(
    ['Température', 'Temperature'],
    ...(['°C', 25, [-20, 50], 'Arsac & Locatelli 2002; shorts: 25 °C'] as const),
  ),
  pressure: numberParameter(
    ['Pression', 'Pressure'],
    ...(['Torr', 760, [400, 850], 'Arsac & Locatelli 2002'] as const),
  ),
  wind: numberParameter(['Vent arrière', 'Tail wind'], ...(['m/s', 0, [-10, 10], 'none unless measured'] as const)),
  gravity: numberParameter(
    ['Pesanteur', 'Gravity'],
    ...(['m/s²', 9.81, [9.7, 9.9], '9.80665 is the standard gravity'] as const),
  ),
  profile: {
    name: { fr: 'Profil force–vitesse', en: 'Force–velocity profile' },
    unit: '',
    default: 'line',
    choices: ['line', 'polynomial'],
    source: 'line: regression over the run (Samozino 2016); polynomial: F0 = MAC (Samozino 2022)',
  } as const satisfies ChoiceParameter,
} as const;

export const sprintOutputs = {
  topSpeed: output(
    ['Vitesse maximale (MSS)', 'Maximal sprinting speed (MSS)'],
    ...(['m/s', 2] as const),
    fitted,
    ['La vitesse vers laquelle la course tend.', 'The speed that the run tends to.'],
    furusawa,
    { better: 'higher' },
  ),
  acceleration: output(
    ['Accélération maximale (MAC)', 'Maximal acceleration (MAC)'],
    ...(['m/s²', 2] as const),
    ['MSS ÷ τ', 'MSS ÷ τ'],
    ['L’accélération au départ.', 'The acceleration at the start.'],
    furusawa,
    { better: 'higher' },
  ),
  tau: output(
    ['Constante de temps (τ)', 'Time constant (τ)'],
    ...(['s', 3] as const),
    fitted,
    ['Temps pour atteindre 63 % de la vitesse maximale.', 'Time to 63 % of the maximal speed.'],
    furusawa,
    { better: 'lower' },
  ),
  powerModel: output(
    ['Puissance maximale (MSS·MAC/4)', 'Maximal power (MSS·MAC/4)'],
    ...(['W/kg', 2] as const),
    ['sans résistance de l’air', 'without air resistance'],
    ['Puissance maximale par kilogramme, sans l’air.', 'Maximal power per kilogram, without the air.'],
    furusawa,
    { better: 'higher' },
  ),
  rSquared: output(
    ['Part expliquée (R²)', 'Share explained (R²)'],
    ...(['1', 4] as const),
    ['1 − variance restante', '1 − remaining variance'],
    ['1 : le modèle passe par toutes les mesures.', '1: the model passes through every measure.'],
    furusawa,
  ),
  time5: splitOf(5),
  time10: splitOf(10),
  time20: splitOf(20),
  time30: splitOf(30),
  speed5: speedOf(5),
  speed10: speedOf(10),
  speed20: speedOf(20),
  speed30: speedOf(30),
  force0: output(
    ['Force horizontale théorique (F0)', 'Theoretical horizontal force (F0)'],
    ...(['N/kg', 2] as const),
    modelled,
    ['Force par kilogramme à vitesse nulle.', 'Force per kilogram at zero speed.'],
    'Samozino 2016; 2022',
    { better: 'higher' },
  ),
  force0Total: output(
    ['Force horizontale théorique', 'Theoretical horizontal force'],
    ...(['N', 0] as const),
    ['F0 × masse', 'F0 × mass'],
    ['Force à vitesse nulle.', 'Force at zero speed.'],
    'Samozino 2016; 2022',
    { better: 'higher' },
  ),
  velocity0: output(
    ['Vitesse théorique (V0)', 'Theoretical velocity (V0)'],
    ...(['m/s', 2] as const),
    modelled,
    ['Vitesse à force nulle.', 'Velocity at zero force.'],
    'Samozino 2016; 2022',
    { better: 'higher' },
  ),
  power: output(
    ['Puissance maximale (F0·V0/4)', 'Maximal power (F0·V0/4)'],
    ...(['W/kg', 2] as const),
    modelled,
    ['Puissance horizontale maximale par kilogramme.', 'Maximal horizontal power per kilogram.'],
    'Samozino 2016; 2022',
    { better: 'higher' },
  ),
  powerTotal: output(
    ['Puissance maximale', 'Maximal power'],
    ...(['W', 0] as const),
    ['F0·V0/4 × masse', 'F0·V0/4 × mass'],
    ['Puissance horizontale maximale.', 'Maximal horizontal power.'],
    'Samozino 2016; 2022',
    { better: 'higher' },
  ),
  slope: output(
    ['Pente force–vitesse (Sfv)', 'Force–velocity slope (Sfv)'],
    ...(['N·s/m/kg', 3] as const),
    ['−F0 ÷ V0', '−F0 ÷ V0'],
    ['Plus raide : tourné vers la force.', 'Steeper: turned towards force.'],
    'Samozino 2016; 2022',
  ),
  ratioMax: output(
    ['Part de la force vers l’avant (RFmax)', 'Ratio of forces (RFmax)'],
    ...(['%', 1] as const),
    ['à 0,3 s de la course modélisée', 'at 0.3 s of the modelled run'],
    [
      'Part de la force totale qui pousse vers l’avant au départ.',
      'Share of the force that pushes forward at the start.',
    ],
    'Morin & Samozino 2016',
    { better: 'higher' },
  ),
  ratioFall: output(
    ['Chute de cette part (DRF)', 'Decrease of the ratio (DRF)'],
    ...(['%·s/m', 2] as const),
    ['pente de RF sur la vitesse dès 0,3 s', 'slope of RF on speed from 0.3 s on'],
    ['Proche de 0 : la poussée reste tournée vers l’avant.', 'Close to 0: the push stays forward.'],
    'Morin & Samozino 2016',
  ),
} as const;

function splitOf(metres: number) {
  return output(
    [`Temps à ${metres} m`, `Time at ${metres} m`],
    ...(['s', 2] as const),
    modelled,
    [`Temps pour ${metres} m depuis le départ.`, `Time for ${metres} m from the start.`],
    furusawa,
    { better: 'lower' },
  );
}
function speedOf(metres: number) {
  return output(
    [`Vitesse à ${metres} m`, `Speed at ${metres} m`],
    ...(['m/s', 2] as const),
    modelled,
    [`Vitesse ${metres} m après le départ.`, `Speed ${metres} m after the start.`],
    furusawa,
    { better: 'higher' },
  );
}

export interface RunnerAsked {
  readonly bodyMass: number | null;
  readonly bodyHeight: number | null;
  readonly temperature: number;
  readonly pressure: number;
  readonly wind: number;
  readonly gravity: number;
  readonly profile: 'line' | 'polynomial';
}

/** What a run answers once it is modelled; forces need mass and height of the runner. */
export function answerOfModel(model: SprintModel, asked: RunnerAsked) {
  const { bodyMass: mass, bodyHeight: height } = asked;
  const runner: Runner | undefined = mass === null || height === null ? undefined : { ...asked, mass, height };
  const profile: ForceVelocity | undefined =
    runner && (asked.profile === 'polynomial' ? profileByPolynomial(model, runner) : profileByLine(model, runner));
  const ratio = runner && ratioOfForces(model, runner);
  const none = runner === undefined ? notGiven(asked) : ({ reason: 'notFinite' } as const);
  const first = model.topSpeed / model.tau;
  const speed = (metres: number) => speedAt(model, timeAt(model, metres));
  return {
    ...{ topSpeed: model.topSpeed, acceleration: first, tau: model.tau, powerModel: (model.topSpeed * first) / 4 },
    ...{ time5: timeAt(model, 5), time10: timeAt(model, 10), time20: timeAt(model, 20), time30: timeAt(model, 30) },
    ...{ speed5: speed(5), speed10: speed(10), speed20: speed(20), speed30: speed(30) },
    force0: profile?.force ?? none,
    force0Total: profile && mass !== null ? profile.force * mass : none,
    velocity0: profile?.velocity ?? none,
    power: profile?.power ?? none,
    powerTotal: profile && mass !== null ? profile.power * mass : none,
    slope: profile?.slope ?? none,
    ratioMax: ratio?.most ?? none,
    ratioFall: ratio?.fall ?? none,
  };
}

function notGiven({ bodyMass, bodyHeight }: RunnerAsked): NoValue<'bodyMass' | 'bodyHeight'> {
  const of = { bodyMass, bodyHeight };
  return { reason: 'notGiven', parameters: (['bodyMass', 'bodyHeight'] as const).filter((id) => of[id] === null) };
}

/** In the unit of what is measured: speeds along the run, or times at gates. */
export const errorOfFit = (unit: 'm/s' | 's') =>
  output(
    ['Erreur d’ajustement', 'Error of the fit'],
    ...([unit, 3] as const),
    ['écart quadratique moyen', 'root mean square'],
    ['De combien les mesures s’écartent du modèle.', 'How far the measures lie from the model.'],
    furusawa,
    { better: 'lower' },
  );
