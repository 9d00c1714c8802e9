import { output } from '../describe.ts';

const ofStrokes = ['moyenne des coups', 'mean of the strokes'] as const;
const kleshnev = 'Kleshnev, BioRow';

/** What strokes of every kind answer. */
export const strokeOutputs = {
  strokes: output(
    ['Coups', 'Strokes'],
    ...(['1', 0] as const),
    ['coups entiers', 'whole strokes'],
    ['Coups comptés.', 'Strokes that count.'],
    kleshnev,
  ),
  rate: output(
    ['Cadence', 'Stroke rate'],
    ...(['1/min', 1] as const),
    ['60 ÷ durée, moyenne des coups', '60 ÷ duration, mean of the strokes'],
    ['Coups par minute.', 'Strokes a minute.'],
    kleshnev,
  ),
  rateDeviation: output(
    ['Régularité de la cadence', 'Evenness of the rate'],
    ...(['1/min', 2] as const),
    ['écart-type des coups', 'standard deviation of the strokes'],
    ['De combien la cadence varie.', 'How much the rate varies.'],
    kleshnev,
    { better: 'lower' },
  ),
  driveTime: output(
    ['Durée de l’appui', 'Drive time'],
    ...(['s', 3] as const),
    ofStrokes,
    ['De la prise au dégagé.', 'From catch to finish.'],
    kleshnev,
  ),
  driveShare: output(
    ['Rythme', 'Rhythm'],
    ...(['%', 1] as const),
    ['100 · appui ÷ coup', '100 · drive ÷ stroke'],
    ['Part de l’appui dans le coup.', 'Share of the drive in the stroke.'],
    kleshnev,
  ),
  strokeDistance: output(
    ['Distance par coup', 'Distance per stroke'],
    ...(['m', 2] as const),
    ['∫ vitesse sur le coup', '∫ speed over the stroke'],
    ['Chemin du bateau à chaque coup.', 'Way of the boat at each stroke.'],
    kleshnev,
    { better: 'higher' },
  ),
} as const;
