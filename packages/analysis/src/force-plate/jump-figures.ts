import { axis, curveOf, type Figure } from '../figures/figure.ts';
import type { CentreOfMass } from './centre-of-mass.ts';
import type { PlateForce } from './whole-force.ts';

/**
 * Force over velocity of the centre of mass up to take-off, and, where both sides were measured, the sides mirrored: the left
 * upward, the right downward.
 */
export function jumpFigures(plate: PlateForce, { from, velocity }: CentreOfMass, takeOff: number): Figure[] {
  const forces = plate.total.subarray(from, takeOff);
  return [
    {
      ...{ id: 'forceVelocity', name: { fr: 'Force–vitesse', en: 'Force–velocity' } },
      ...{
        x: axis('Vitesse du centre de masse', 'Velocity of the centre of mass', 'm/s'),
        y: axis('Force', 'Force', 'N'),
      },
      series: [curveOf({ fr: 'Jusqu’au décollage', en: 'Up to take-off' }, velocity, forces)],
    },
    ...sidesMirrored(plate, from, takeOff),
  ];
}

/** Left upward, right downward, over time from the first sample. */
export function sidesMirrored({ timesSeconds, left, right }: PlateForce, from: number, to: number): Figure[] {
  if (left === undefined || right === undefined) return [];
  const times = timesSeconds.subarray(from, to).map((seconds) => seconds - timesSeconds[from]!);
  return [
    {
      ...{ id: 'sides', name: { fr: 'Gauche et droite en miroir', en: 'Left and right mirrored' } },
      ...{ x: axis('Temps', 'Time', 's'), y: axis('Force, droite vers le bas', 'Force, right downward', 'N') },
      series: [
        { ...curveOf({ fr: 'Gauche', en: 'Left' }, times, left.subarray(from, to)), side: 'left' },
        {
          ...curveOf(
            { fr: 'Droite', en: 'Right' },
            times,
            right.subarray(from, to).map((newtons) => -newtons),
          ),
          side: 'right',
        },
      ],
    },
  ];
}
