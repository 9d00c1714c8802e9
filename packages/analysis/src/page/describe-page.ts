import type { Analysis, NumberParameter, Output, Parameter } from '../analysis.ts';
import { reasonSentence, refusalSentence, warningSentence } from '../sentences.ts';
import type { Translated } from '../translated.ts';
import { codesOfAnalyses } from './codes-of-analyses.ts';

/** A table with its heading; one without rows is left out. */
export interface PageSection {
  readonly id: 'inputs' | 'parameters' | 'presets' | 'outputs' | 'refusals' | 'warnings' | 'reasons' | 'sources';
  readonly title: Translated;
  /** What is true of all its rows. */
  readonly text: Translated;
  readonly columns: readonly Translated[];
  readonly rows: readonly (readonly Translated[])[];
}

/** What people read of an analysis: the same words on paper and on screen. */
export interface AnalysisPage {
  readonly id: string;
  readonly version: number;
  readonly name: Translated;
  readonly about: Translated;
  /** What asks for it by itself. */
  readonly serves: Translated;
  readonly sections: readonly PageSection[];
}

type Words = readonly [fr: string, en: string];
const said = ([fr, en]: Words): Translated => ({ fr, en });
const same = (text: string): Translated => ({ fr: text, en: text });
const none = same('–');
/** A name, and what programs call it. */
const named = ({ fr, en }: Translated, id: string): Translated => ({
  fr: `${fr} (\`${id}\`)`,
  en: `${en} (\`${id}\`)`,
});
const numeral = (value: number): Translated => ({ fr: String(value).replace('.', ','), en: String(value) });
const unitOf = (unit: string) => (unit === '1' || unit === '' ? none : same(unit));

/** All that is said of an analysis, in both languages. */
export function describePage(analysis: Analysis): AnalysisPage {
  const { id, version, name, about } = analysis;
  const sections = [
    inputs(analysis),
    parameters(analysis),
    presets(analysis),
    outputs(analysis),
    ...codes(analysis),
    sources(analysis),
  ];
  return {
    id,
    version,
    name,
    about,
    serves: serves(analysis),
    sections: sections.filter(({ rows }) => rows.length > 0),
  };
}

function serves({ rows, trials, serves: { sports, exercises } }: Analysis): Translated {
  if (rows === 'table' && trials === undefined)
    return said([
      'Sur un tableau, en ligne de commande\u00a0: un enregistrement n’en a pas.',
      'On a table, at the command line: a record has none.',
    ]);
  const [fr, en] = [[] as string[], [] as string[]];
  if (trials !== undefined) {
    fr.push('un enregistrement de plusieurs essais avec leurs charges');
    en.push('a recording of several trials with their loads');
  }
  if (exercises !== undefined) {
    fr.push('un exercice dont le nom est celui du test');
    en.push('an exercise that is called like the test');
  }
  if (sports.length > 0) {
    fr.push(`le sport ${sports.join(', ')}`);
    en.push(`the sport ${sports.join(', ')}`);
  }
  return fr.length === 0
    ? said(['Sur demande seulement.', 'When it is asked for only.'])
    : { fr: `D’elle-même pour ${fr.join('\u00a0; ')}.`, en: `By itself for ${en.join('; ')}.` };
}

function inputs({ inputs: roles }: Analysis): PageSection {
  return {
    id: 'inputs',
    title: said(['Ce qu’il lui faut', 'What it needs']),
    text: said([
      'Une variable par rôle, trouvée par son nom sans son module\u00a0; chacune peut être choisie à la main.',
      'One variable a role, found by its name without its module; each can be chosen by hand.',
    ]),
    columns: [
      said(['Rôle', 'Role']),
      said(['Unité', 'Unit']),
      said(['Nécessaire', 'Needed']),
      said(['Noms reconnus', 'Names that are known']),
    ],
    rows: Object.entries(roles).map(([role, { name, unit, optional, spelled }]) => [
      named(name, role),
      unitOf(unit),
      optional ? said(['non', 'no']) : said(['oui', 'yes']),
      same(`\`${spelled.source}\``),
    ]),
  };
}

function parameters({ parameters: all }: Analysis): PageSection {
  return {
    id: 'parameters',
    title: said(['Ce qui peut être réglé', 'What can be set']),
    text: said([
      'Valeur par défaut, bornes ou choix, et qui les a publiés.',
      'Default, bounds or choices, and who published them.',
    ]),
    columns: [
      said(['Paramètre', 'Parameter']),
      said(['Unité', 'Unit']),
      said(['Défaut', 'Default']),
      said(['Bornes ou choix', 'Bounds or choices']),
      said(['Sources et autres valeurs publiées', 'Sources, and other values that were published']),
    ],
    rows: Object.entries(all).map(([id, rule]) => [
      named(rule.name, id),
      unitOf(rule.unit),
      defaultOf(rule),
      'choices' in rule ? same(rule.choices.map((one) => `\`${one}\``).join(', ')) : boundsOf(rule),
      same(rule.source),
    ]),
  };
}

function defaultOf(rule: Parameter): Translated {
  if (typeof rule.default === 'number') return numeral(rule.default);
  return rule.default === null ? said(['trouvé, ou non utilisé', 'found, or not used']) : same(`\`${rule.default}\``);
}

function boundsOf({ least, most }: NumberParameter): Translated {
  const [from, to] = [numeral(least), numeral(most)];
  return { fr: `${from.fr} … ${to.fr}`, en: `${from.en} … ${to.en}` };
}

function presets({ presets: all }: Analysis): PageSection {
  return {
    id: 'presets',
    title: said(['Préréglages publiés', 'Published presets']),
    text: said(['Ce qu’un préréglage ne dit pas garde sa valeur.', 'What a preset does not say keeps its value.']),
    columns: [said(['Préréglage', 'Preset']), said(['Source', 'Source']), said(['Valeurs', 'Values'])],
    rows: all.map(({ name, source, values }) => [
      same(`\`${name}\``),
      same(source),
      same(
        Object.entries(values)
          .map(([id, value]) => `\`${id}=${value}\``)
          .join(', '),
      ),
    ]),
  };
}

const frames: Readonly<Record<NonNullable<Output['frame']>, Translated>> = {
  takeOff: said(['décollage', 'take-off']),
  standing: said(['debout', 'standing']),
  landing: said(['réception', 'landing']),
  squat: said(['fléchi', 'squat']),
};
const directions = {
  higher: said(['plus haut', 'higher']),
  lower: said(['plus bas', 'lower']),
} as const;

function outputs({ outputs: all }: Analysis): PageSection {
  return {
    id: 'outputs',
    title: said(['Ce qu’elle donne', 'What it answers']),
    text: said([
      'La méthode dit le calcul. Des hauteurs de repères différents ne se comparent pas.',
      'The method says how it is computed. Heights of different frames are not compared.',
    ]),
    columns: [
      said(['Valeur', 'Number']),
      said(['Unité', 'Unit']),
      said(['Méthode et formule', 'Method and formula']),
      said(['Repère', 'Frame']),
      said(['Mieux', 'Better']),
      said(['Ce que c’est', 'What it is']),
      said(['Source', 'Source']),
    ],
    rows: Object.entries(all).map(([id, { name, unit, method, frame, better, about, source }]) => [
      ...[named(name, id), unitOf(unit), method],
      frame === undefined ? none : frames[frame],
      better === undefined ? none : directions[better],
      ...[about, same(source)],
    ]),
  };
}

const codeColumns = [said(['Code', 'Code']), said(['Phrase', 'Sentence'])];

/** Numbers of a sentence are those of a recording: here each is a gap. */
const withGaps = ({ fr, en }: Translated): Translated => {
  const fill = (text: string) => text.replace(/\{\w+\}\.?/g, '…');
  return { fr: fill(fr), en: fill(en) };
};

function codes({ id, parameters: all }: Analysis): PageSection[] {
  const { refusals = [], warnings = [], reasons = [] } = codesOfAnalyses[id] ?? {};
  return [
    {
      id: 'refusals',
      title: said(['Ce qu’elle refuse', 'What it refuses']),
      text: said([
        'Un enregistrement refusé n’a aucune valeur, et dit pourquoi.',
        'A recording that is refused has no number, and says why.',
      ]),
      columns: codeColumns,
      rows: refusals.map((code) => [
        same(`\`${code}\``),
        withGaps(refusalSentence({ refused: code, numbers: {} }, all)),
      ]),
    },
    {
      id: 'warnings',
      title: said(['Ce qui est à vérifier', 'What is to be looked at']),
      text: said(['Les valeurs sont là, avec un doute.', 'The numbers are there, with a doubt.']),
      columns: codeColumns,
      rows: warnings.map((code) => [same(`\`${code}\``), withGaps(warningSentence({ code, numbers: {} }))]),
    },
    {
      id: 'reasons',
      title: said(['Pourquoi une valeur manque', 'Why a number is missing']),
      text: said(['Jamais 0 à la place.', 'Never 0 in its place.']),
      columns: codeColumns,
      rows: reasons.map((code) => [same(`\`${code}\``), withGaps(reasonSentence({ reason: code }, all))]),
    },
  ];
}

/** Author and year, as sources name them. */
const authorAndYear = /\p{Lu}[\p{L}’-]+(?:(?:,? (?:&|et|and|in) |, )\p{Lu}[\p{L}’-]+)* (?:19|20)\d\d/gu;

function sources({ parameters: all, presets: published, outputs: numbers }: Analysis): PageSection {
  const texts = [...Object.values(all), ...published, ...Object.values(numbers)].map(({ source }) => source);
  const named = texts.flatMap((text) => [...text.matchAll(authorAndYear)].map(([found]) => found));
  return {
    id: 'sources',
    title: said(['Sources citées', 'Sources that are named']),
    text: said([
      '«\u00a0House\u00a0» et «\u00a0sheet\u00a0» renvoient aux feuilles de méthode du projet.',
      '“House” and “sheet” are the project’s own sheets of methods.',
    ]),
    columns: [said(['Auteur et année', 'Author and year'])],
    rows: [...new Set(named)].sort((a, b) => a.localeCompare(b, 'fr')).map((text) => [same(text)]),
  };
}
