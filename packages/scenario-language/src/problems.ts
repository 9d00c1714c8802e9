import type { Words } from './program.ts';

/** What is wrong with a program, where: lines and columns count from 1. */
export interface Problem {
  readonly code: ProblemCode;
  readonly line: number;
  readonly column: number;
  /** Behind its last sign. */
  readonly endColumn: number;
  readonly message: Words;
  readonly suggestion: Words | null;
  /** What the sign or word may be replaced by. */
  readonly instead: string | null;
}

/** `{name}` is replaced by the word of that name. */
const sentences = {
  sourceTooLong: [
    'Le programme est trop long\u00a0: {most} octets au plus.',
    'The program is too long: {most} bytes at most.',
  ],
  lineTooLong: [
    'La ligne est trop longue\u00a0: {most} signes au plus.',
    'The line is too long: {most} characters at most.',
  ],
  textTooLong: [
    'Le texte est trop long\u00a0: {most} signes au plus.',
    'The text is too long: {most} characters at most.',
  ],
  tooManyLines: ['Trop d’instructions\u00a0: {most} au plus.', 'Too many statements: {most} at most.'],
  tooManyParams: ['Trop de paramètres\u00a0: {most} au plus.', 'Too many parameters: {most} at most.'],
  tooManyInputs: ['Trop de mesures suivies\u00a0: {most} au plus.', 'Too many inputs: {most} at most.'],
  tooManyNames: ['Trop de noms\u00a0: {most} au plus.', 'Too many names: {most} at most.'],
  tooDeep: ['Trop de niveaux imbriqués\u00a0: {most} au plus.', 'Too many levels within one another: {most} at most.'],
  unknownSign: ['«\u00a0{sign}\u00a0» n’est pas un signe connu.', '“{sign}” is no known sign.'],
  unclosedText: [
    'Le texte n’est pas fermé\u00a0: il manque un guillemet.',
    'The text is not closed: a quotation mark is missing.',
  ],
  tabIndent: ['Le retrait contient une tabulation. Utilisez des espaces.', 'The indent has a tab. Use spaces.'],
  badIndent: ['Le retrait ne correspond à aucun bloc ouvert.', 'The indent fits no open block.'],
  decimalComma: ['Le séparateur décimal est le point.', 'Decimals are written with a point.'],
  noHeader: [
    'Le programme commence par une ligne scenario et son nom.',
    'The program begins with a line scenario and its name.',
  ],
  headerTwice: ['«\u00a0{name}\u00a0» est déjà dit.', '“{name}” is said already.'],
  headerLate: [
    '«\u00a0{name}\u00a0» se place avant la première instruction.',
    '“{name}” goes before the first statement.',
  ],
  empty: ['Le programme n’a aucune instruction.', 'The program has no statement.'],
  missingEnglish: ['Il manque le texte anglais\u00a0: en "…".', 'The English text is missing: en "…".'],
  unknownType: ['Le type «\u00a0{name}\u00a0» n’existe pas.', 'There is no type “{name}”.'],
  badDefault: ['La valeur par défaut ne va pas avec ce paramètre.', 'The default does not fit this parameter.'],
  badBounds: ['La borne basse doit être sous la borne haute.', 'The low bound must be below the high one.'],
  nameTaken: ['«\u00a0{name}\u00a0» est déjà pris.', '“{name}” is taken already.'],
  reservedName: ['«\u00a0{name}\u00a0» est un mot du langage.', '“{name}” is a word of the language.'],
  unknownStatement: ['L’instruction «\u00a0{name}\u00a0» n’existe pas.', 'There is no statement “{name}”.'],
  unexpected: ['«\u00a0{sign}\u00a0» n’a pas sa place ici.', '“{sign}” does not belong here.'],
  expected: ['Il manque {what} ici.', '{what} is missing here.'],
  blockMissing: ['Il manque un bloc, en retrait sous cette ligne.', 'A block is missing, indented below this line.'],
  elseWithoutIf: ['else ne suit aucun if.', 'else follows no if.'],
  leaveOutsideLoop: ['leave n’est dans aucune boucle.', 'leave is in no loop.'],
  trialInTrial: [
    'Cette boucle d’essais est dans une autre boucle d’essais.',
    'This loop of trials is in another loop of trials.',
  ],
  unreachable: ['Cette ligne n’est jamais atteinte.', 'This line is never reached.'],
  endless: [
    'Cette boucle peut tourner sans fin\u00a0: un tour peut passer sans attente (wait).',
    'This loop may run without end: a turn may pass without a wait.',
  ],
  repeatCount: ['repeat compte de 0 à {most} tours.', 'repeat counts from 0 to {most} turns.'],
  unknownName: ['«\u00a0{name}\u00a0» n’existe pas.', '“{name}” does not exist.'],
  maybeUnset: ['«\u00a0{name}\u00a0» peut ne pas avoir de valeur ici.', '“{name}” may have no value here.'],
  unknownUnit: ['L’unité «\u00a0{name}\u00a0» n’est pas connue.', 'The unit “{name}” is not known.'],
  unitsDiffer: [
    '{left} et {right} ne s’additionnent ni ne se comparent.',
    '{left} and {right} cannot be added or compared.',
  ],
  notCondition: ['Il faut une condition ici, vraie ou fausse.', 'A condition is needed here, true or false.'],
  notNumber: ['Il faut un nombre ici.', 'A number is needed here.'],
  notDuration: ['Il faut une durée ici, par exemple 2 s.', 'A duration is needed here, such as 2 s.'],
  notInput: ['Il faut ici une mesure, déclarée par input.', 'An input is needed here, declared by input.'],
  noRoot: ['Cette unité n’a pas de racine carrée.', 'This unit has no square root.'],
  unknownFunction: ['La fonction «\u00a0{name}\u00a0» n’existe pas.', 'There is no function “{name}”.'],
  argumentCount: ['{name} prend {count} valeurs.', '{name} takes {count} values.'],
  windowTooLong: ['La fenêtre est trop longue\u00a0: {most} s au plus.', 'The window is too long: {most} s at most.'],
  unknownAnalysis: ['L’analyse «\u00a0{name}\u00a0» n’existe pas.', 'There is no analysis “{name}”.'],
  unknownOutput: ['Cette analyse ne donne pas «\u00a0{name}\u00a0».', 'This analysis does not give “{name}”.'],
  notAnalysed: ['«\u00a0{name}\u00a0» n’est pas encore analysé ici.', '“{name}” is not analysed yet here.'],
  unknownPrompt: ['Aucune consigne ne s’appelle «\u00a0{name}\u00a0».', 'No prompt is called “{name}”.'],
  selectionClosed: ['Aucune sélection n’est ouverte avant cette ligne.', 'No selection is opened before this line.'],
} as const satisfies Record<string, readonly [fr: string, en: string]>;

export type ProblemCode = keyof typeof sentences;
export const problemCodes = Object.keys(sentences).filter((code): code is ProblemCode =>
  Object.hasOwn(sentences, code),
);

type Fill = string | number | Words;

/** The sentence of a code in both languages; spaces that French marks keep do not break. */
export function sayProblem(code: ProblemCode, fills: Readonly<Record<string, Fill>>): Words {
  const [fr, en] = sentences[code];
  return {
    fr: begin(fr, fills, 'fr').replaceAll(/ (?=[:;?!»])|(?<=«) /g, '\u00a0'),
    en: begin(en, fills, 'en'),
  };
}

function fill(sentence: string, fills: Readonly<Record<string, Fill>>, language: 'fr' | 'en'): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (sign, name: string) => {
    const word = fills[name];
    return word === undefined ? sign : typeof word === 'object' ? word[language] : String(word);
  });
}

/** A sentence begins with a capital; a unit or a name of the program stays as it is. */
function begin(sentence: string, fills: Readonly<Record<string, Fill>>, language: 'fr' | 'en'): string {
  const text = fill(sentence, fills, language);
  const first = /^\{(\w+)\}/.exec(sentence)?.[1];
  const isOwn = first !== undefined && typeof fills[first] === 'string';
  return isOwn ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where in a line something stands: columns from 1, the end behind the last sign. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

interface Said {
  readonly fills?: Readonly<Record<string, Fill>>;
  /** The word that is likely meant. */
  readonly instead?: string | undefined;
  readonly suggestion?: Words;
}

export function problemAt(place: Place, code: ProblemCode, { fills = {}, instead, suggestion }: Said = {}): Problem {
  const meant =
    instead === undefined ? null : { fr: `Vouliez-vous dire ${instead}\u00a0?`, en: `Did you mean ${instead}?` };
  return {
    code,
    line: place.line,
    column: place.column,
    endColumn: place.endColumn,
    message: sayProblem(code, fills),
    suggestion: suggestion ?? meant,
    instead: instead ?? null,
  };
}

/** Ends the reading of a line; whoever reads lines catches it. */
export class LineProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message.en);
    this.problem = problem;
  }
}

export function refuseAt(place: Place, code: ProblemCode, said: Said = {}): never {
  throw new LineProblem(problemAt(place, code, said));
}
