import { output } from '../describe.ts';

const house = 'House (sheet 3.1)';
const recorded = ['axes tels qu’enregistrés', 'axes as recorded'] as const;
const corrected = ['axes corrigés', 'corrected axes'] as const;

const strokes = (how: typeof recorded | typeof corrected) =>
  output(
    [`Coups, ${how[0]}`, `Strokes, ${how[1]}`],
    ...(['1', 0] as const),
    ['accélération vers l’avant, sans chercher son sens', 'forward acceleration, without looking for its direction'],
    ['Coups entiers trouvés.', 'Whole strokes that were found.'],
    house,
  );
const rate = (how: typeof recorded | typeof corrected) =>
  output(
    [`Cadence, ${how[0]}`, `Stroke rate, ${how[1]}`],
    ...(['1/min', 1] as const),
    ['60 ÷ durée, moyenne des coups', '60 ÷ duration, mean of the strokes'],
    ['Coups par minute.', 'Strokes a minute.'],
    house,
  );
const driveShare = (how: typeof recorded | typeof corrected) =>
  output(
    [`Part de poussée, ${how[0]}`, `Share of the drive, ${how[1]}`],
    ...(['%', 1] as const),
    ['100 · appui ÷ coup', '100 · drive ÷ stroke'],
    ['35 à 45 % est attendu.', '35 to 45 % is expected.'],
    house,
  );

/** What the check of a mounting answers: what shows it, then what the correction changes. */
export const mountingOutputs = {
  positiveShare: output(
    ['Part du temps où x pousse', 'Share of time in which x pushes'],
    ...(['%', 0] as const),
    ['axe vers l’avant, sans sa moyenne', 'fore axis, without its mean'],
    [
      '35 à 45 % est attendu\u00a0: la poussée est la partie courte du coup.',
      '35 to 45 % is expected: the drive is the shorter part of a stroke.',
    ],
    house,
  ),
  gravity: output(
    ['Pesanteur', 'Gravity'],
    ...(['m/s²', 2] as const),
    ['moyenne du vecteur d’accélération', 'mean of the acceleration vector'],
    ['9,81 m/s² quand les unités et les échelles sont justes.', '9.81 m/s² where units and scales are right.'],
    house,
  ),
  upright: output(
    ['Pesanteur sur z', 'Gravity along z'],
    ...(['%', 0] as const),
    ['100 · part de z dans la pesanteur', '100 · part of z in gravity'],
    [
      '100\u00a0: z vers le haut\u00a0; −100\u00a0: à l’envers\u00a0; près de 0\u00a0: z est couché.',
      '100: z up; −100: upside down; near 0: z lies flat.',
    ],
    house,
  ),
  surgeShare: output(
    ['Va-et-vient sur x', 'Surge along x'],
    ...(['%', 0] as const),
    ['part de x dans l’accélération horizontale, 0,3 à 3 Hz', 'part of x in the horizontal acceleration, 0.3 to 3 Hz'],
    ['Le bateau avance et recule le long de lui-même\u00a0: près de 100.', 'A boat surges along itself: near 100.'],
    house,
  ),
  rollShare: output(
    ['Rotation autour de x', 'Rotation about x'],
    ...(['%', 0] as const),
    ['part de x dans la rotation autour des axes horizontaux', 'part of x in the rotation about horizontal axes'],
    ['Un bateau roule plus qu’il ne tangue\u00a0: plus de 50.', 'A boat rolls more than it pitches: more than 50.'],
    house,
  ),
  speedAgreement: output(
    ['Accord avec la vitesse', 'Agreement with the speed'],
    ...(['1', 2] as const),
    [
      'corrélation de x et de la dérivée de la vitesse, 0,8 Hz',
      'correlation of x and the derivative of the speed, 0.8 Hz',
    ],
    ['1\u00a0: le même sens\u00a0; −1\u00a0: le sens contraire.', '1: the same direction; −1: the opposite one.'],
    house,
  ),
  ...{ strokesRecorded: strokes(recorded), strokesCorrected: strokes(corrected) },
  ...{ rateRecorded: rate(recorded), rateCorrected: rate(corrected) },
  ...{ driveShareRecorded: driveShare(recorded), driveShareCorrected: driveShare(corrected) },
} as const;
