import type { Translated } from '../translated.ts';

/** Why a number has no formula. */
export type NoFormula = 'counted' | 'read' | 'fitted' | 'model' | 'meanOfPieces' | 'device';

/**
 * How a number comes out of samples and of other numbers. A formula has holes, `{name:symbol}`, where the outputs and parameters of
 * those names go; `{n}` is the number of samples of its window. Without a formula: why there is none.
 */
export interface Explained {
  readonly formula?: Translated;
  readonly none?: NoFormula;
  /** Phase that it is computed over, each of that name; `first…last`: from where one begins to where another ends; all if left out. */
  readonly over?: string;
  /** Roles that it is computed of; all that were given if left out. */
  readonly of?: readonly string[];
}

/** A formula, the same in both languages unless two are given. */
export const formula = (text: string | readonly [fr: string, en: string], over?: string, of?: readonly string[]) =>
  explained({ formula: typeof text === 'string' ? { fr: text, en: text } : { fr: text[0], en: text[1] } }, over, of);

export const noFormula = (none: NoFormula, over?: string, of?: readonly string[]) => explained({ none }, over, of);

function explained(what: Explained, over: string | undefined, of: readonly string[] | undefined): Explained {
  return { ...what, ...(over !== undefined && { over }), ...(of !== undefined && { of }) };
}

/** 100·(right − left) ÷ the larger one, of two numbers by their names. */
export const asymmetryFormula = (left: string, right: string, over?: string, of?: readonly string[]) =>
  formula(
    [
      `A = 100·({${right}:D} − {${left}:G}) ÷ max({${right}:D}\u00a0; {${left}:G})`,
      `A = 100·({${right}:R} − {${left}:L}) ÷ max({${right}:R}; {${left}:L})`,
    ],
    over,
    of,
  );

const why: Readonly<Record<NoFormula, Translated>> = {
  counted: { fr: 'Compté\u00a0: il n’y a pas de formule.', en: 'Counted: there is no formula.' },
  read: {
    fr: 'Lu sur la courbe, à cet instant ou entre ces deux instants\u00a0: rien n’est calculé.',
    en: 'Read from the curve, at this instant or between these two: nothing is computed.',
  },
  fitted: {
    fr: 'Trouvé par moindres carrés\u00a0: la courbe ajustée et ses écarts sont sous les résultats.',
    en: 'Found by least squares: the fitted curve and its residuals are below the results.',
  },
  model: {
    fr: 'Lu sur le modèle ajusté, pas sur la mesure.',
    en: 'Read from the fitted model, not from what was measured.',
  },
  meanOfPieces: {
    fr: 'Mesuré sur chaque morceau, puis moyenné\u00a0: le tableau des morceaux en donne le détail.',
    en: 'Measured on each piece, then averaged: the table of pieces has each of them.',
  },
  device: {
    fr: 'Calculé par l’appareil, puis moyenné ici.',
    en: 'Computed by the device, then averaged here.',
  },
};

/** A plain sentence. */
export const whyNoFormula = (none: NoFormula): Translated => why[none];
