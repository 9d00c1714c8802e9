import { axis, curveOf, type Figure } from '../figures/figure.ts';
import { followRun } from './sprint-forces.ts';
import type { SprintModel } from './sprint-model.ts';
import type { RunnerAsked } from './sprint-outputs.ts';

/** Force and power over speed of a run; none where mass or height are missing. */
export function forceVelocityOf(model: SprintModel, asked: RunnerAsked): Figure[] {
  const { bodyMass: mass, bodyHeight: height } = asked;
  if (mass === null || height === null) return [];
  const { speeds, forces } = followRun(model, { ...asked, mass, height });
  return [
    {
      ...{ id: 'forceVelocity', name: { fr: 'Force–vitesse', en: 'Force–velocity' } },
      ...{ x: axis('Vitesse', 'Speed', 'm/s'), y: axis('Force horizontale', 'Horizontal force', 'N/kg') },
      series: [curveOf({ fr: 'Du modèle', en: 'Of the model' }, speeds, forces)],
    },
    {
      ...{ id: 'powerVelocity', name: { fr: 'Puissance–vitesse', en: 'Power–velocity' } },
      ...{ x: axis('Vitesse', 'Speed', 'm/s'), y: axis('Puissance horizontale', 'Horizontal power', 'W/kg') },
      series: [
        curveOf(
          { fr: 'Du modèle', en: 'Of the model' },
          speeds,
          speeds.map((speed, i) => speed * (forces[i] ?? Number.NaN)),
        ),
      ],
    },
  ];
}
