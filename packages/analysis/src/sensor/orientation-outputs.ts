import { output } from '../describe.ts';

const madgwick = 'Madgwick, Harrison & Vaidyanathan 2011';
const laidig = 'Laidig, Caruso, Cereatti & Seel 2021';
const filtered = ['filtre de Madgwick', 'Madgwick filter'] as const;

/** What an orientation answers. */
export const orientationOutputs = {
  roll: output(
    ['Roulis moyen', 'Mean roll'],
    ...(['°', 1] as const),
    filtered,
    ['Positif\u00a0: penche du côté de y.', 'Positive: leans to the side of y.'],
    madgwick,
  ),
  rollRange: output(
    ['Amplitude du roulis', 'Range of roll'],
    ...(['°', 1] as const),
    ['maximum − minimum', 'maximum − minimum'],
    ['De combien le roulis va d’un bord à l’autre.', 'How far the roll goes from side to side.'],
    madgwick,
  ),
  pitch: output(
    ['Tangage moyen', 'Mean pitch'],
    ...(['°', 1] as const),
    filtered,
    ['Positif\u00a0: l’avant (x) se lève.', 'Positive: the front (x) lifts.'],
    madgwick,
  ),
  pitchRange: output(
    ['Amplitude du tangage', 'Range of pitch'],
    ...(['°', 1] as const),
    ['maximum − minimum', 'maximum − minimum'],
    ['De combien l’avant monte et descend.', 'How far the front goes up and down.'],
    madgwick,
  ),
  turn: output(
    ['Changement de cap', 'Change of heading'],
    ...(['°', 1] as const),
    ['cap à la fin − cap au début, tours compris', 'heading at the end − at the start, whole turns included'],
    [
      'De combien le capteur a tourné autour de la verticale\u00a0; vers la gauche positif.',
      'How far the sensor turned about the vertical; to the left positive.',
    ],
    madgwick,
  ),
  inclinationError: output(
    ['Erreur d’inclinaison', 'Inclination error'],
    ...(['°', 2] as const),
    ['racine de la moyenne des carrés, par rapport à la référence', 'root mean square against the reference'],
    ['Écart à la verticale d’une référence optique.', 'How far from the vertical of an optical reference.'],
    laidig,
    { better: 'lower' },
  ),
  totalError: output(
    ['Erreur totale', 'Total error'],
    ...(['°', 2] as const),
    [
      'racine de la moyenne des carrés, cap compris, par rapport à la référence',
      'root mean square, heading included, against the reference',
    ],
    [
      'Écart à l’orientation d’une référence optique\u00a0; sans magnétomètre le cap n’a pas d’origine.',
      'How far from the orientation of an optical reference; without a magnetometer a heading has no origin.',
    ],
    laidig,
    { better: 'lower' },
  ),
  samples: output(
    ['Mesures', 'Samples'],
    ...(['1', 0] as const),
    ['lues', 'that were read'],
    ['Mesures de la fenêtre.', 'Samples of the window.'],
    madgwick,
  ),
} as const;
