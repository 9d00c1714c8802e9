import type { Translated } from './translated.ts';

/** Why a recording is refused, `{name}` being one of the numbers. Codes are stable. */
export const refusals = {
  inputMissing: {
    fr: 'Il manque {role} ({unit}). Choisissez une variable pour ce rôle.',
    en: '{role} ({unit}) is missing. Choose a variable for this role.',
  },
  unitUnknown: {
    fr: '{column} est en {unit}, il faut {wanted}.',
    en: '{column} is in {unit}, {wanted} is needed.',
  },
  tooShort: {
    fr: 'La fenêtre contient {samples} valeurs, il en faut {least} au moins.',
    en: 'The window has {samples} values, at least {least} are needed.',
  },
  samplesMissing: {
    fr: 'Il manque {missing} valeurs pendant le mouvement\u00a0: il ne peut pas être intégré.',
    en: '{missing} values are missing during the movement: it cannot be integrated.',
  },
  plateEmpty: {
    fr: 'Moyenne de {force} N pendant la pesée, 200 N au moins\u00a0: la plateforme était vide, ou la force n’est pas en newtons.',
    en: 'Mean of {force} N while weighing, at least 200 N: the plate was empty, or the force is not in newtons.',
  },
  upsideDown: {
    fr: 'La force est négative ({force} N en moyenne)\u00a0: signe inversé. Une poussée sur la plateforme est positive.',
    en: 'The force is negative ({force} N on average): its sign is reversed. A push on the plate is positive.',
  },
  noFlight: {
    fr: 'Aucun vol\u00a0: la force ne reste jamais {seconds} s sous {threshold} N.',
    en: 'No flight: the force never stays below {threshold} N for {seconds} s.',
  },
  clipped: {
    fr: 'La force est écrêtée à {force} N\u00a0: la poussée ne se voit pas. Augmentez l’étendue de mesure.',
    en: 'The force is clipped at {force} N: the push cannot be seen. Choose a larger range.',
  },
  flightNotZero: {
    fr: 'La plateforme montre {newtons} N quand personne n’est dessus : faites sa tare, ou choisissez un autre zéro de la force.',
    en: 'The plate shows {newtons} N while nobody is on it: tare it, or choose another zero of the force.',
  },
  noMovement: {
    fr: 'Aucun mouvement avant le décollage de {takeOff} s.',
    en: 'No movement before the take-off at {takeOff} s.',
  },
  noSprint: {
    fr: 'Aucun sprint : la vitesse n’atteint pas {least} m/s.',
    en: 'No sprint: the speed does not reach {least} m/s.',
  },
  parameterMissing: {
    fr: 'À indiquer : {names}.',
    en: 'To be given: {names}.',
  },
  tooFewTurns: {
    fr: '{count} tours entiers, il en faut {least} au moins.',
    en: '{count} whole turns, at least {least} are needed.',
  },
  noStart: {
    fr: 'Aucun départ : le couple ne dépasse jamais {torque} N·m.',
    en: 'No start: the torque never exceeds {torque} N·m.',
  },
  tooFewStrokes: {
    fr: '{count} coups, il en faut {least} au moins.',
    en: '{count} strokes, at least {least} are needed.',
  },
  tooFewFixes: {
    fr: '{count} positions valides, il en faut {least} au moins.',
    en: '{count} valid positions, at least {least} are needed.',
  },
  tooSlow: {
    fr: '{rate} mesures par seconde, il en faut {least} au moins.',
    en: '{rate} samples a second, at least {least} are needed.',
  },
  notGravity: {
    fr: 'L’accélération vaut {size} m/s² en moyenne, et non la pesanteur : vérifiez les unités et les axes.',
    en: 'The acceleration is {size} m/s² on average, which is not gravity: check units and axes.',
  },
  noSwing: {
    fr: 'Aucun geste : la rotation atteint {peak} °/s, il en faut {least}.',
    en: 'No swing: the rotation reaches {peak} °/s, {least} are needed.',
  },
  noEffort: {
    fr: 'Aucun effort après {seconds} s de calme.',
    en: 'No effort after {seconds} s of rest.',
  },
  counterMovement: {
    fr: 'La force descend de {newtons} N juste avant l’effort : recommencez sans vous élancer.',
    en: 'The force falls by {newtons} N just before the effort: try again without a countermovement.',
  },
  noRebound: {
    fr: 'Aucun rebond : il faut un appui qui vient de l’air, puis {seconds} s sous {threshold} N.',
    en: 'No rebound: a contact that comes from the air is needed, then {seconds} s below {threshold} N.',
  },
  tooFewContacts: {
    fr: '{count} appuis, il en faut {least} au moins.',
    en: '{count} contacts, at least {least} are needed.',
  },
  tooFewEfforts: {
    fr: '{count} efforts valides, il en faut {least} au moins.',
    en: '{count} valid efforts, at least {least} are needed.',
  },
  tooFewLoads: {
    fr: '{count} charges différentes avec une hauteur, il en faut {least} au moins.',
    en: '{count} different loads with a height, at least {least} are needed.',
  },
  severalAthletes: {
    fr: 'Les sauts sont de {count} athlètes, un profil est d’un seul\u00a0: laissez un athlète à chaque enregistrement, ou retirez les essais des autres.',
    en: 'The jumps are of {count} athletes, a profile is of one: leave one athlete to each record, or remove the trials of the others.',
  },
  noFit: {
    fr: 'Aucun ajustement\u00a0: les valeurs ne suivent pas le modèle.',
    en: 'No fit: the values do not follow the model.',
  },
  windowShort: {
    fr: 'La fenêtre dure {seconds} s, il en faut {least} s au moins.',
    en: 'The window lasts {seconds} s, at least {least} s are needed.',
  },
  tooLong: {
    fr: 'Le signal dure {minutes} min, {most} min au plus à cette fréquence\u00a0: choisissez une fenêtre plus courte.',
    en: 'The signal lasts {minutes} min, {most} min at most at this rate: choose a shorter window.',
  },
  nothingAlike: {
    fr: 'Les deux signaux n’ont rien de commun pendant 5 s au moins.',
    en: 'Both signals have nothing in common for at least 5 s.',
  },
  columnsMissing: {
    fr: 'Il manque {columns}.',
    en: '{columns} are missing.',
  },
  windowTooShort: {
    fr: 'Une position dure {seconds} s, il en faut {least} s au moins.',
    en: 'A position lasts {seconds} s, at least {least} s are needed.',
  },
  notStill: {
    fr: 'Le capteur bouge\u00a0: il est le plus calme à {stillest} s.',
    en: 'The sensor moves: it is stillest at {stillest} s.',
  },
  facesMissing: {
    fr: 'Faces manquantes\u00a0: {missing}. Posez le capteur une seconde sur chaque face.',
    en: 'Faces missing: {missing}. Put the sensor on each face for a second.',
  },
  facesTooAlike: {
    fr: 'Un axe est à {degrees}° de celui du boîtier, {most}° au plus\u00a0: deux faces se ressemblent.',
    en: 'An axis stands {degrees}° from that of the case, {most}° at most: two faces are alike.',
  },
} as const satisfies Record<string, Translated>;

/** Why a number is not there. */
export const reasons = {
  noLandingRecorded: {
    fr: 'La réception n’est pas enregistrée.',
    en: 'The landing was not recorded.',
  },
  sideMissing: { fr: 'Un côté n’est pas mesuré.', en: 'A side was not measured.' },
  notWeighed: {
    fr: 'Personne ne reste debout une seconde après la réception, et la masse n’est pas indiquée.',
    en: 'Nobody stands still for a second after the landing, and the mass was not given.',
  },
  samplesMissing: { fr: 'Il manque des valeurs.', en: 'Values are missing.' },
  tooFewHops: { fr: 'Trop peu de sauts.', en: 'Too few hops.' },
  otherModel: { fr: 'Un autre modèle est choisi.', en: 'Another model is chosen.' },
  notMeasured: { fr: 'N’a pas été mesuré.', en: 'Was not measured.' },
  otherCorrection: {
    fr: 'La correction choisie ne la calcule pas.',
    en: 'The correction that is chosen does not compute it.',
  },
  notGiven: { fr: 'À indiquer\u00a0: {names}.', en: 'To be given: {names}.' },
  notReached: { fr: 'Pas atteint dans la fenêtre.', en: 'Not reached within the window.' },
  notFinite: {
    fr: 'Le calcul ne donne aucun nombre avec ces valeurs.',
    en: 'These values give no number.',
  },
} as const satisfies Record<string, Translated>;
