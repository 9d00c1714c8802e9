import { analysisOf } from '@sillage/analysis';
import type { Answer } from './answer.ts';

/**
 * Every formula of an answer whose symbols are all numbers of it gives that number: what people read beside it is how it is computed.
 * @throws with the formulas that do not
 */
export function checkFormulas(found: Answer): void {
  const analysis = analysisOf(found.analysis);
  if (analysis === undefined) throw new Error(`no analysis ${found.analysis}`);
  const wrong = Object.entries(analysis.explained).flatMap(([id, { formula }]) => {
    const value = found.values[id]?.value;
    const computed = formula && value != null ? computedBy(formula.en, found) : undefined;
    if (computed === undefined || value == null) return [];
    const isSame = Math.abs(computed - value) <= 1e-6 * Math.max(1, Math.abs(value));
    return isSame ? [] : [`${id}: ${formula?.en} gives ${computed}, not ${value}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** Undefined where the formula is of samples. */
function computedBy(formula: string, { values, parameters }: Answer): number | undefined {
  const right = formula.slice(formula.indexOf('=') + 1);
  const filled = right.replace(/\{(\w+):[^}]*\}/g, (_, name: string) => {
    const value = values[name]?.value ?? parameters[name]?.value;
    return typeof value === 'number' ? ` ${value < 0 ? `(0 - ${-value})` : value} ` : ' ? ';
  });
  const tokens = filled.match(/\d+(\.\d+)?(e[+-]?\d+)?|max|cos|sin|[^\s]/g) ?? [];
  const known = /^(\d.*|max|cos|sin|[-+−·÷²³√π();|])$/;
  return tokens.every((token) => known.test(token)) ? evaluate(tokens) : undefined;
}

function evaluate(tokens: readonly string[]): number {
  let at = 0;
  const take = (token: string) => tokens[at] === token && ++at > 0;
  const sum = (): number => {
    let value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('−') || take('-')) value -= product();
      else return value;
    }
  };
  const product = (): number => {
    let value = signed();
    for (;;) {
      if (take('·')) value *= signed();
      else if (take('÷')) value /= signed();
      else return value;
    }
  };
  const signed = (): number => (take('−') ? -signed() : power());
  const power = (): number => {
    const value = atom();
    if (take('²')) return value ** 2;
    return take('³') ? value ** 3 : value;
  };
  const inside = (close: string) => {
    const value = sum();
    if (!take(close)) throw new Error(`no ${close} in ${tokens.join(' ')}`);
    return value;
  };
  const degrees = () => take('(') && (inside(')') * Math.PI) / 180;
  const atom = (): number => {
    if (take('(')) return inside(')');
    if (take('|')) return Math.abs(inside('|'));
    if (take('√')) return Math.sqrt(atom());
    if (take('π')) return Math.PI;
    if (take('cos')) return Math.cos(Number(degrees()));
    if (take('sin')) return Math.sin(Number(degrees()));
    if (take('max')) {
      take('(');
      const first = inside(';');
      return Math.max(first, inside(')'));
    }
    return Number(tokens[at++]);
  };
  const value = sum();
  if (at < tokens.length) throw new Error(`${tokens.join(' ')} goes on after ${at}`);
  return value;
}
