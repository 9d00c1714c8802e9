/** What runs of scenarios log. */
export const scenarioWords = {
  'a scenario was not looked at': {
    code: 'scenario.notLookedAt',
    fr: 'Un scénario en cours n’a pas été vérifié\u00a0: {error}',
    en: 'A running scenario was not looked at: {error}',
  },
  'a record of a scenario was not told': {
    code: 'scenario.recordUntold',
    fr: 'La fin d’un enregistrement n’a pas été transmise à son scénario\u00a0: {error}',
    en: 'A scenario was not told that its record is whole: {error}',
  },
  'a scenario did not end': {
    code: 'scenario.notEnded',
    fr: 'Un scénario ne s’est pas terminé\u00a0: {error}',
    en: 'A scenario did not end: {error}',
  },
  'a scenario did not start': {
    code: 'scenario.notStarted',
    fr: 'Le scénario {run} n’a pas démarré\u00a0: {error}',
    en: 'The scenario {run} did not start: {error}',
  },
  'a device left a scenario: its record ends once it is back': {
    code: 'scenario.deviceAway',
    fr: '{device} a quitté un scénario sans être là\u00a0: son enregistrement se terminera à son retour',
    en: '{device} left a scenario while it was away: its record ends once it is back',
  },
  'a device that was away ended the record of its scenario': {
    code: 'scenario.recordEndedLate',
    fr: '{device} est de retour\u00a0: l’enregistrement de son scénario est terminé',
    en: '{device} is back: the record of its scenario has ended',
  },
  'what a scenario asked failed': {
    code: 'scenario.requestFailed',
    fr: 'Une demande d’un scénario à {device} a échoué\u00a0: {error}',
    en: 'What a scenario asked of {device} failed: {error}',
  },
  'a scenario ended': {
    code: 'scenario.ended',
    fr: 'Le scénario {run} est terminé ({end})',
    en: 'The scenario {run} ended ({end})',
  },
  'results were not written': {
    code: 'scenario.resultsUnwritten',
    fr: 'Les résultats du scénario {run} n’ont pas été écrits\u00a0: {error}',
    en: 'The results of the scenario {run} were not written: {error}',
  },
  'a scenario was not kept': {
    code: 'scenario.notKept',
    fr: 'L’état du scénario {run} n’a pas été gardé\u00a0: {error}',
    en: 'The state of the scenario {run} was not kept: {error}',
  },
  'a scenario shows more than one message holds': {
    code: 'scenario.truncated',
    fr: 'Le scénario {run} montre plus qu’un message ne peut contenir (64 ko) : les écrans n’en voient pas tout, ses résultats sont gardés en entier',
    en: 'The scenario {run} shows more than one message can hold (64 kB): screens do not see all of it, its results are kept whole',
  },
  'an analysis was done after the end of its scenario': {
    code: 'scenario.analysedLate',
    fr: '{device} est de retour\u00a0: une analyse que le scénario {run} attendait est faite',
    en: '{device} is back: an analysis that the scenario {run} waited for is done',
  },
} as const;
