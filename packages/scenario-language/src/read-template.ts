import { Cursor } from './cursor.ts';
import type { Shown, Template } from './graph.ts';
import { LineProblem, type Place, refuseAt } from './problems.ts';
import { readExpression, type Typed } from './read-expression.ts';
import type { Scope } from './scope.ts';
import { splitLines, type Token } from './split-lines.ts';

const places = /\{([^{}]*)\}/g;

/**
 * A text in both languages with values in braces: `"Essai {i} sur {trials}" en "Trial {i} of {trials}"`.
 * @param english `either`: one text may do for both
 */
export function readTemplate(cursor: Cursor, scope: Scope, english: 'needed' | 'either' = 'needed'): Template {
  const fr = cursor.takeText();
  if (!cursor.is('en') && english === 'needed') refuseAt(cursor.next, 'missingEnglish');
  const en = cursor.takeIf('en') ? cursor.takeText() : fr;
  const values = new Map<string, Shown>();
  for (const text of [fr, en]) {
    for (const [, inner = ''] of text.text.matchAll(places)) values.set(inner, readPlace(inner, text, scope));
  }
  return { text: { fr: fr.text, en: en.text }, values: Object.fromEntries(values) };
}

/** What stands in braces; whatever is wrong with it stands at its text. */
function readPlace(inner: string, at: Token, scope: Scope): Shown {
  const { lines, problems } = splitLines(inner);
  const [line] = lines;
  const [problem] = problems;
  if (problem) throw new LineProblem(placed(problem, at));
  if (line === undefined) return refuseAt(at, 'expected', { fills: { what: { fr: 'une valeur', en: 'a value' } } });
  try {
    const cursor = new Cursor(line);
    const value = readExpression(cursor, scope);
    cursor.end();
    return shownOf(value);
  } catch (problem) {
    if (!(problem instanceof LineProblem)) throw problem;
    throw new LineProblem(placed(problem.problem, at));
  }
}

const placed = <P extends Place & { readonly instead: string | null }>(problem: P, at: Place): P => ({
  ...problem,
  ...{ line: at.line, column: at.column, endColumn: at.endColumn },
  instead: null,
});

export const shownOf = ({ code, type }: Typed): Shown => ({
  value: code,
  unit: type.kind === 'number' ? type.unit.text : '',
  factor: type.kind === 'number' ? type.unit.factor : 1,
});
