import { output } from '../describe.ts';
import { type JumpProfile, optimalSlope, takeOffSpeed } from './optimal-profile.ts';

const samozino = 'Samozino 2012; 2014';
const line = ['droite force–vitesse', 'force–velocity line'] as const;

/** What a force–velocity profile of jumping says. */
export const profileOutputs = {
  force0: output(
    ['Force théorique (F0)', 'Theoretical force (F0)'],
    ...(['N/kg', 2] as const),
    line,
    ['Force par kilogramme à vitesse nulle.', 'Force per kilogram at zero velocity.'],
    'Samozino 2008',
    { better: 'higher' },
  ),
  velocity0: output(
    ['Vitesse théorique (V0)', 'Theoretical velocity (V0)'],
    ...(['m/s', 2] as const),
    line,
    ['Vitesse à force nulle.', 'Velocity at zero force.'],
    'Samozino 2008',
    { better: 'higher' },
  ),
  power: output(
    ['Puissance maximale', 'Maximal power'],
    ...(['W/kg', 2] as const),
    ['F0·V0/4', 'F0·V0/4'],
    ['Puissance maximale par kilogramme.', 'Maximal power per kilogram.'],
    'Samozino 2008',
    { better: 'higher' },
  ),
  slope: output(
    ['Pente (Sfv)', 'Slope (Sfv)'],
    ...(['N·s/m/kg', 2] as const),
    ['−F0 ÷ V0', '−F0 ÷ V0'],
    ['Plus raide : tourné vers la force.', 'Steeper: turned towards force.'],
    'Samozino 2008',
  ),
  optimalSlope: output(
    ['Pente optimale', 'Optimal slope'],
    ...(['N·s/m/kg', 2] as const),
    ['à la même puissance', 'at the same power'],
    ['La pente qui saute le plus haut avec cette puissance.', 'The slope that jumps highest with this power.'],
    samozino,
  ),
  balance: output(
    ['Profil par rapport à l’optimum', 'Profile against the optimum'],
    ...(['%', 1] as const),
    ['100 · Sfv ÷ Sopt', '100 · Sfv ÷ Sopt'],
    ['Moins de 100 : il manque de la force ; plus : de la vitesse.', 'Below 100: force is lacking; above: velocity.'],
    samozino,
  ),
  imbalance: output(
    ['Déséquilibre (FVimb)', 'Imbalance (FVimb)'],
    ...(['%', 1] as const),
    ['|100 − Sfv%|', '|100 − Sfv%|'],
    ['À quel point le profil s’écarte de l’optimum.', 'How far the profile is from the optimum.'],
    samozino,
    { better: 'lower' },
  ),
  speedTakeOff: output(
    ['Vitesse au décollage prédite', 'Predicted take-off velocity'],
    ...(['m/s', 3] as const),
    ['du profil', 'of the profile'],
    ['Vitesse que ce profil donne sans charge.', 'Velocity that this profile gives without a load.'],
    samozino,
    { better: 'higher' },
  ),
  height: output(
    ['Hauteur prédite', 'Predicted height'],
    ...(['m', 3] as const),
    ['v²/2g du profil', 'v²/2g of the profile'],
    ['Hauteur que ce profil donne sans charge.', 'Height that this profile gives without a load.'],
    samozino,
    { better: 'higher', frame: 'takeOff' },
  ),
  heightOptimal: output(
    ['Hauteur à l’optimum', 'Height at the optimum'],
    ...(['m', 3] as const),
    ['v²/2g à la pente optimale', 'v²/2g at the optimal slope'],
    ['Hauteur avec la même puissance, sans déséquilibre.', 'Height with the same power, without an imbalance.'],
    samozino,
    { frame: 'takeOff' },
  ),
} as const;

export function answerOfProfile(profile: JumpProfile) {
  const { force, velocity, gravity } = profile;
  const [slope, best] = [-force / velocity, optimalSlope(profile)];
  const power = (force * velocity) / 4;
  const speed = takeOffSpeed(profile);
  // The same power on the optimal slope: F0² = 4·P·|S|.
  const optimal = Math.sqrt(4 * power * -best);
  const balance = (100 * slope) / best;
  const heightOf = (metresPerSecond: number) => metresPerSecond ** 2 / (2 * gravity);
  return {
    ...{ force0: force, velocity0: velocity, power, slope, optimalSlope: best, balance },
    imbalance: Math.abs(100 - balance),
    speedTakeOff: speed,
    height: heightOf(speed),
    heightOptimal: heightOf(takeOffSpeed({ ...profile, force: optimal, velocity: (4 * power) / optimal })),
  };
}
