import type { Translated } from './translated.ts';

/** Why a recording is refused, `{name}` being one of the numbers. Codes are stable. */
const refusals = {
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
    fr: 'Il manque {missing} valeurs pendant le mouvement : il ne peut pas être intégré.',
    en: '{missing} values are missing during the movement: it cannot be integrated.',
  },
  plateEmpty: {
    fr: 'Moyenne de {force} N pendant la pesée, 200 N au moins : la plateforme était vide, ou la force n’est pas en newtons.',
    en: 'Mean of {force} N while weighing, at least 200 N: the plate was empty, or the force is not in newtons.',
  },
  upsideDown: {
    fr: 'La force est négative ({force} N en moyenne) : signe inversé. Une poussée sur la plateforme est positive.',
    en: 'The force is negative ({force} N on average): its sign is reversed. A push on the plate is positive.',
  },
  noFlight: {
    fr: 'Aucun vol : la force ne reste jamais {seconds} s sous {threshold} N.',
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
  noFit: {
    fr: 'Aucun ajustement : les valeurs ne suivent pas le modèle.',
    en: 'No fit: the values do not follow the model.',
  },
  tooLong: {
    fr: 'Le signal dure {minutes} min, {most} min au plus à cette fréquence : choisissez une fenêtre plus courte.',
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
    fr: 'Le capteur bouge : il est le plus calme à {stillest} s.',
    en: 'The sensor moves: it is stillest at {stillest} s.',
  },
  facesMissing: {
    fr: 'Faces manquantes : {missing}. Posez le capteur une seconde sur chaque face.',
    en: 'Faces missing: {missing}. Put the sensor on each face for a second.',
  },
  facesTooAlike: {
    fr: 'Un axe est à {degrees}° de celui du boîtier, {most}° au plus : deux faces se ressemblent.',
    en: 'An axis stands {degrees}° from that of the case, {most}° at most: two faces are alike.',
  },
} as const satisfies Record<string, Translated>;

/** Why a number is not there. */
const reasons = {
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
  notGiven: { fr: 'Une valeur nécessaire n’est pas indiquée.', en: 'A value that it needs was not given.' },
  notReached: { fr: 'Pas atteint dans la fenêtre.', en: 'Not reached within the window.' },
  notFinite: {
    fr: 'Le calcul ne donne aucun nombre avec ces valeurs.',
    en: 'These values give no number.',
  },
} as const satisfies Record<string, Translated>;

/** What is to be looked at, though there are numbers. */
const warnings = {
  weighingMoves: {
    fr: 'La pesée bouge : écart-type de {percent} % du poids, 1 % au plus. Restez immobile une seconde avant de sauter.',
    en: 'The weighing moves: a standard deviation of {percent} % of the weight, 1 % at most. Stand still for a second before jumping.',
  },
  weighingTied: {
    fr: '{count} fenêtres sont aussi calmes ; la dernière avant le mouvement pèse.',
    en: '{count} windows are equally still; the last one before the movement is weighed.',
  },
  severalFlights: {
    fr: '{count} vols possibles ; celui de {takeOff} s est pris.',
    en: '{count} flights are possible; that at {takeOff} s is taken.',
  },
  heightsDiffer: {
    fr: 'Impulsion et temps de vol diffèrent de {metres} m, 0,05 m au plus : pesée fausse ou réception fléchie.',
    en: 'Impulse and flight time differ by {metres} m, 0.05 m at most: a wrong weighing or a tucked landing.',
  },
  timeToTakeOffUnusual: {
    fr: '{seconds} s jusqu’au décollage, attendu de 0,4 à 1,2 s : vérifiez le début.',
    en: '{seconds} s to take-off, 0.4 to 1.2 s expected: check the onset.',
  },
  onsetAtEdge: {
    fr: 'Le début est à la limite de sa recherche : vérifiez-le.',
    en: 'The onset lies at the edge of its search: check it.',
  },
  noStillness: {
    fr: 'La pesée dure {seconds} s, 1 s au moins est demandée.',
    en: 'The weighing lasts {seconds} s, at least 1 s is asked for.',
  },
  effortsUnusual: {
    fr: '{count} efforts durent moins de 1 min ou plus de 1 h : le modèle vaut pour 2 à 15 min.',
    en: '{count} efforts last less than 1 min or more than 1 h: the model holds from 2 to 15 min.',
  },
  saturated: {
    fr: 'Le capteur est saturé pendant {samples} mesures : le maximum est trop petit.',
    en: 'The sensor is saturated for {samples} samples: the maximum is too small.',
  },
  upsideDownSensor: {
    fr: 'La pesanteur est négative sur z : le capteur est monté à l’envers.',
    en: 'Gravity is negative along z: the sensor is mounted upside down.',
  },
  noRelease: {
    fr: 'L’envol n’est pas enregistré : la force ne retombe pas.',
    en: 'The release was not recorded: the force does not fall.',
  },
  pretension: {
    fr: 'La ligne de base est {newtons} N au-dessus du poids, 100 N au plus : détendez la barre avant l’effort.',
    en: 'The baseline is {newtons} N above the weight, 100 N at most: slacken the bar before the effort.',
  },
  baselineMoves: {
    fr: 'La ligne de base bouge : écart-type de {percent} %, 2,5 % au plus. Restez immobile une seconde.',
    en: 'The baseline moves: a deviation of {percent} %, 2.5 % at most. Stay still for a second.',
  },
  clipped: {
    fr: 'La force est écrêtée à {force} N : les pics et l’impulsion sont trop petits. Augmentez l’étendue de mesure.',
    en: 'The force is clipped at {force} N: peaks and impulse are too small. Choose a larger range.',
  },
  frozen: {
    fr: 'La force reste {seconds} s à la même valeur : un capteur est figé.',
    en: 'The force stays at one value for {seconds} s: a sensor is frozen.',
  },
  flightNotZero: {
    fr: 'La plateforme montre {newtons} N pendant le vol, 20 N au plus : faites sa tare.',
    en: 'The plate shows {newtons} N in flight, 20 N at most: tare it.',
  },
  sideSilent: {
    fr: 'Le côté {side} ne porte rien pendant la pesée : capteur débranché, ou un pied à côté.',
    en: 'The side {side} carries nothing while weighing: an unplugged sensor, or a foot beside it.',
  },
  counterMovement: {
    fr: 'Contre-mouvement de {newtons} N avant la poussée : ce n’est pas un squat jump.',
    en: 'A counter-movement of {newtons} N before the push: this is no squat jump.',
  },
  poorFit: {
    fr: 'Le modèle explique {percent} % de la variance, {least} % au moins sont attendus.',
    en: 'The model explains {percent} % of the variance, at least {least} % are expected.',
  },
  rowsLeftOut: {
    fr: '{count} lignes sans valeur sont laissées de côté.',
    en: '{count} rows without a value were left out.',
  },
  shortForNormalised: {
    fr: 'La puissance normalisée demande 10 min, la fenêtre dure {minutes} min.',
    en: 'Normalised power wants 10 min, the window lasts {minutes} min.',
  },
  residualHigh: {
    fr: 'Il reste {residual} m/s² d’écart à la pesanteur, {most} au plus : recommencez, capteur bien posé.',
    en: '{residual} m/s² from gravity are left, {most} at most: do it again, with the sensor well laid down.',
  },
  axisReversed: {
    fr: 'Axe inversé : {axes}. La face annoncée vers le haut montre le bas.',
    en: 'Reversed axis: {axes}. The face that was announced up shows down.',
  },
  doubtfulOffset: {
    fr: 'Confiance {confidence} : un autre décalage est presque aussi bon. Vérifiez sur les courbes.',
    en: 'Confidence {confidence}: another offset is nearly as good. Check the curves.',
  },
} as const satisfies Record<string, Translated>;

export type RefusalCode = keyof typeof refusals;
export type ReasonCode = keyof typeof reasons;
export type WarningCode = keyof typeof warnings;

/** A warning with its numbers. */
export interface Notice {
  readonly code: WarningCode;
  readonly numbers: Readonly<Record<string, number | string>>;
}

export const reasonSentence = (code: ReasonCode): Translated => filled(reasons[code], {});

export function refusalSentence(code: RefusalCode, numbers: Notice['numbers']): Translated {
  return filled(refusals[code], numbers);
}

export function warningSentence({ code, numbers }: Notice): Translated {
  return filled(warnings[code], numbers);
}

/** A unit, or a sign that French sets apart, never begins a line. */
const beforeUnit = / (?=(?:N|s|m|kg|W|Hz|min|ms|%|m\/s²?|°\/s|N·m)(?![\p{L}\d]))/gu;
const beforeSign = / (?=[:;!?%])/g;

/** Numbers with 4 significant digits, a comma in French. */
function filled(template: Translated, numbers: Notice['numbers']): Translated {
  const said = (value: number | string) => (typeof value === 'number' ? String(Number(value.toPrecision(4))) : value);
  const fill = (text: string, asSaid: (text: string) => string) =>
    text.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = numbers[name];
      return value === undefined ? hole : asSaid(said(value));
    });
  return {
    fr: fill(template.fr.replace(beforeUnit, '\u00a0').replace(beforeSign, '\u00a0'), (text) => text.replace('.', ',')),
    en: fill(template.en.replace(beforeUnit, '\u00a0'), (text) => text),
  };
}
