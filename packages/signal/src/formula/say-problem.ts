import { type FormulaProblem, formulaBounds, functionNames, type ProblemCode } from './formula.ts';

type Sentence = Readonly<Record<'fr' | 'en', string>>;

/** What is wrong with a formula, by code. `{name}` is replaced by the word of that name. */
export const problemSentences: Readonly<Record<ProblemCode, Sentence>> = {
  empty: { fr: 'La formule est vide. Écrivez-en une.', en: 'The formula is empty. Write one.' },
  tooLong: {
    fr: `La formule est trop longue\u00a0: ${formulaBounds.characters} signes au plus. Faites-en deux canaux.`,
    en: `The formula is too long: ${formulaBounds.characters} characters at most. Make two channels of it.`,
  },
  tooDeep: {
    fr: 'Trop de niveaux imbriqués\u00a0: {most} au plus. Faites-en deux canaux.',
    en: 'Too many levels within one another: {most} at most. Make two channels of it.',
  },
  tooManyParts: {
    fr: 'La formule a trop d’éléments\u00a0: {most} au plus, avec ceux des canaux qu’elle cite.',
    en: 'The formula has too many parts: {most} at most, with those of the channels that it names.',
  },
  unknownSign: {
    fr: '«\u00a0{sign}\u00a0» n’est pas un signe connu. Un nom particulier se met entre crochets.',
    en: '“{sign}” is no known sign. A name with special signs goes in brackets.',
  },
  unexpected: {
    fr: '«\u00a0{sign}\u00a0» n’a pas sa place ici. Il manque peut-être un opérateur avant.',
    en: '“{sign}” does not belong here. An operator may be missing before it.',
  },
  unfinished: {
    fr: 'La formule s’arrête trop tôt\u00a0: il manque une valeur à la fin.',
    en: 'The formula ends too soon: a value is missing at its end.',
  },
  unclosed: { fr: 'Il manque «\u00a0{sign}\u00a0».', en: '“{sign}” is missing.' },
  decimalComma: {
    fr: 'Le séparateur décimal est le point\u00a0: {instead}.',
    en: 'Decimals are written with a point: {instead}.',
  },
  noParentheses: {
    fr: '{name} est une fonction\u00a0: ce qu’elle prend se met entre parenthèses.',
    en: '{name} is a function: what it takes goes in parentheses.',
  },
  unknownFunction: {
    fr: `La fonction {name} n’existe pas. Fonctions\u00a0: ${functionNames.join(', ')}.`,
    en: `There is no function {name}. Functions: ${functionNames.join(', ')}.`,
  },
  unknownVariable: {
    fr: 'L’enregistrement n’a pas de variable {name}. Choisissez-en une dans la liste.',
    en: 'The record has no variable {name}. Choose one from the list.',
  },
  inputCount: {
    fr: '{name} prend {count} valeurs séparées par des virgules, pas {given}.',
    en: '{name} takes {count} values separated by commas, not {given}.',
  },
  notANumber: { fr: 'Il faut un nombre ici, pas une variable.', en: 'A number is needed here, not a variable.' },
  notFinite: { fr: 'Ce calcul n’a pas de résultat.', en: 'This has no result.' },
  notPositive: { fr: 'Il faut un nombre supérieur à 0.', en: 'A number above 0 is needed.' },
  order: { fr: 'L’ordre est un entier de 1 à {most}.', en: 'The order is a whole number from 1 to {most}.' },
  bounds: {
    fr: 'La borne basse ({low}) doit être sous la borne haute ({high}).',
    en: 'The low bound ({low}) must be below the high one ({high}).',
  },
  units: {
    fr: '{left} et {right} ne s’additionnent ni ne se comparent. Convertissez l’un des deux.',
    en: '{left} and {right} cannot be added or compared. Convert one of them.',
  },
  alreadyDegrees: {
    fr: '{name} lit déjà les degrés\u00a0: retirez la conversion en radians.',
    en: '{name} reads degrees itself: leave out the conversion to radians.',
  },
  noVariable: {
    fr: 'Il faut au moins une variable ici.',
    en: 'At least one variable is needed here.',
  },
  circular: {
    fr: '{name} dépend de lui-même. Citez un autre canal.',
    en: '{name} depends on itself. Name another channel.',
  },
  frequency: {
    fr: 'La fréquence doit rester sous {most} Hz, la moitié de la cadence de cette mesure ({rate} Hz).',
    en: 'The frequency must be below {most} Hz, half the rate of this measurement ({rate} Hz).',
  },
  window: {
    fr: 'La fenêtre est trop longue\u00a0: {most} s au plus ici.',
    en: 'The window is too long: {most} s at most here.',
  },
  tooMuch: {
    fr: 'Cet enregistrement est trop long pour cette formule. Faites-en deux canaux plus courts.',
    en: 'This record is too long for this formula. Make two shorter channels of it.',
  },
};

/** What is wrong with a formula, and what to do. */
export function sayProblem(
  { code, words = {} }: Pick<FormulaProblem, 'code' | 'words'>,
  language: 'fr' | 'en',
): string {
  return problemSentences[code][language].replaceAll(/\{(\w+)\}/g, (sign, name: string) => {
    const word = words[name];
    return word === undefined ? sign : typeof word === 'number' ? sayNumber(word, language) : word;
  });
}

const sayNumber = (value: number, language: 'fr' | 'en') =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(value);
