import type { BuiltInScenario } from '../../administration/scenarios/index.ts';
import { examples } from './examples.ts';

/** Scenarios of the product. */
export const builtIns: readonly BuiltInScenario[] = [
  {
    uid: '019ab6a0-5c00-7000-8000-000000000001',
    classname: 'GuidedRecordScenario',
    displayName: { fr: 'Enregistrement guidé', en: 'Guided record' },
    comment: {
      fr: 'Appuyez, un décompte, une mesure de la durée choisie.',
      en: 'Press, a countdown, a measure of the chosen duration.',
    },
    isCalib: false,
    language: 'txt',
    source: examples.txt.source,
  },
];
