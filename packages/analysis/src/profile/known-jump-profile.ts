import { defineAnalysis } from '../analysis.ts';
import { numberParameter, output } from '../describe.ts';
import { pushOffOf } from './optimal-profile.ts';
import { knownProfileFormulas } from './profile-formulas.ts';
import { answerOfProfile, profileOutputs } from './profile-outputs.ts';

/** A profile whose F0 and V0 are known: its optimum, and how high it jumps. */
export const knownJumpProfile = defineAnalysis({
  id: 'knownJumpProfile',
  version: 1,
  name: { fr: 'Profil de saut connu', en: 'Known jump profile' },
  about: {
    fr: 'Optimum, déséquilibre et hauteur d’un profil dont F0 et V0 sont connus.',
    en: 'Optimum, imbalance and height of a profile whose F0 and V0 are known.',
  },
  serves: { scenarios: [], sports: [] },
  rows: 'table',
  inputs: {
    force: { name: { fr: 'F0 par kg', en: 'F0 per kg' }, unit: 'N/kg', spelled: /^f_?0$/ },
    velocity: { name: { fr: 'V0', en: 'V0' }, unit: 'm/s', spelled: /^v_?0$/ },
    height: {
      name: { fr: 'hauteur du SJ', en: 'SJ height' },
      unit: 'm',
      spelled: /^(sj|height|hauteur)$/,
      optional: true,
    },
  },
  parameters: {
    pushOff: numberParameter(
      ['Distance de poussée', 'Push-off distance'],
      ...(['m', null, [0.1, 1], 'of the athlete; solved from the height of the SJ unless given'] as const),
    ),
    gravity: numberParameter(
      ['Pesanteur', 'Gravity'],
      ...(['m/s²', 9.81, [9.7, 9.9], '9.80665 is the standard gravity'] as const),
    ),
  },
  presets: [],
  explained: knownProfileFormulas,
  outputs: {
    ...profileOutputs,
    pushOff: output(
      ['Distance de poussée', 'Push-off distance'],
      ...(['m', 3] as const),
      ['indiquée, ou de la hauteur du SJ', 'given, or of the height of the SJ'],
      ['Chemin de la poussée.', 'Way of the push.'],
      'Samozino 2008',
    ),
  },
  find({ force: forces, velocity: velocities, height: heights }, { pushOff: said, gravity }) {
    const [force, velocity, height] = [forces.values[0], velocities.values[0], heights?.values[0]];
    if (
      force === undefined ||
      velocity === undefined ||
      !(force > gravity && velocity > 0 && force < 1000 && velocity < 100)
    ) {
      return { refused: 'noFit', numbers: {} };
    }
    const pushOff = said ?? (height === undefined ? undefined : pushOffOf({ force, velocity, gravity }, height));
    if (pushOff === undefined) return { refused: 'parameterMissing', numbers: {}, parameters: ['pushOff'] };
    return { values: { ...answerOfProfile({ force, velocity, pushOff, gravity }), pushOff } };
  },
});
