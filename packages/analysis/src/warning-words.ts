import type { Translated } from './translated.ts';

/** What is to be looked at, though there are numbers. */
export const warnings = {
  weighingMoves: {
    fr: 'La pesée bouge\u00a0: écart-type de {percent} % du poids, 1 % au plus. Restez immobile une seconde avant de sauter.',
    en: 'The weighing moves: a standard deviation of {percent} % of the weight, 1 % at most. Stand still for a second before jumping.',
  },
  weighingTied: {
    fr: '{count} fenêtres sont aussi calmes\u00a0; la dernière avant le mouvement pèse.',
    en: '{count} windows are equally still; the last one before the movement is weighed.',
  },
  severalFlights: {
    fr: '{count} vols possibles\u00a0; celui de {takeOff} s est pris.',
    en: '{count} flights are possible; that at {takeOff} s is taken.',
  },
  heightsDiffer: {
    fr: 'Impulsion et temps de vol diffèrent de {metres} m, 0,05 m au plus\u00a0: pesée fausse ou réception fléchie.',
    en: 'Impulse and flight time differ by {metres} m, 0.05 m at most: a wrong weighing or a tucked landing.',
  },
  timeToTakeOffUnusual: {
    fr: '{seconds} s jusqu’au décollage, attendu de 0,4 à 1,2 s\u00a0: vérifiez le début.',
    en: '{seconds} s to take-off, 0.4 to 1.2 s expected: check the onset.',
  },
  onsetAtEdge: {
    fr: 'Le début est à la limite de sa recherche\u00a0: vérifiez-le.',
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
  perhapsCounts: {
    fr: 'Une rotation de {peak} °/s dépasse ce que mesure un gyroscope\u00a0: ce sont sans doute des unités brutes. Indiquez combien d’unités brutes font 1 °/s.',
    en: 'A rotation of {peak} °/s is more than a gyroscope measures: these are perhaps raw counts. Say how many raw counts 1 °/s is.',
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
    en: 'The {side} side carries nothing while weighing: an unplugged sensor, or a foot beside it.',
  },
  counterMovement: {
    fr: 'Contre-mouvement de {newtons} N avant la poussée\u00a0: ce n’est pas un squat jump.',
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
    fr: 'Il reste {residual} m/s² d’écart à la pesanteur, {most} au plus\u00a0: recommencez, capteur bien posé.',
    en: '{residual} m/s² from gravity are left, {most} at most: do it again, with the sensor well laid down.',
  },
  axisReversed: {
    fr: 'Axe inversé\u00a0: {axes}. La face annoncée vers le haut montre le bas.',
    en: 'Reversed axis: {axes}. The face that was announced up shows down.',
  },
  mountingReversed: {
    fr: 'Montage\u00a0: axes à l’envers ({axes}). L’accélération vers l’avant est positive {percent} % du temps, attendu de 35 à 45 %\u00a0; accord avec la vitesse\u00a0: {speed}.',
    en: 'Mounting: reversed axes ({axes}). The forward acceleration is positive {percent} % of the time, 35 to 45 % expected; agreement with the speed: {speed}.',
  },
  mountingExchanged: {
    fr: 'Montage\u00a0: axes échangés ({axes}), d’après la pesanteur et le va-et-vient du bateau\u00a0; accord avec la vitesse\u00a0: {speed}.',
    en: 'Mounting: exchanged axes ({axes}), by gravity and the surge of the boat; agreement with the speed: {speed}.',
  },
  mountingTilted: {
    fr: 'Aucun axe n’est vertical (z porte {percent} % de la pesanteur)\u00a0: le montage ne peut pas être jugé.',
    en: 'No axis is upright (z carries {percent} % of gravity): the mounting cannot be judged.',
  },
  mountingUnclear: {
    fr: 'Le sens de l’axe n’est pas clair (positif {percent} % du temps)\u00a0: aucune correction n’est proposée.',
    en: 'The direction of the axis is not clear (positive {percent} % of the time): no correction is offered.',
  },
  mountingKept: {
    fr: 'Montage gardé tel quel\u00a0: quelqu’un l’a décidé.',
    en: 'Mounting kept as it is: somebody decided so.',
  },
  doubtfulOffset: {
    fr: 'Confiance {confidence}\u00a0: un autre décalage est presque aussi bon. Vérifiez sur les courbes.',
    en: 'Confidence {confidence}: another offset is nearly as good. Check the curves.',
  },
} as const satisfies Record<string, Translated>;
