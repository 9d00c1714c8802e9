import type { Language, ScenarioPrompt, ScenarioStatus } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';

/** s that are left, as people count: 3, 2, 1. */
export const countdownText = (seconds: number): string => String(Math.max(0, Math.ceil(seconds)));

/** A value as it stands on a screen. */
export function valueText({ value, unit }: Pick<ScenarioPrompt, 'value' | 'unit'>, language: Language): string {
  if (value === null) return '–';
  const text = typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 0 : 1, language) : value;
  return unit === null || unit === '' ? text : `${text} ${printedUnit(unit, language)}`;
}

/** A value and its unit apart: the figure is read from afar. */
export function splitValue(
  of: Pick<ScenarioPrompt, 'value' | 'unit'>,
  language: Language,
): { readonly figure: string; readonly unit: string } {
  const figure = valueText({ ...of, unit: null }, language);
  return { figure, unit: of.unit === null || of.unit === '' ? '' : printedUnit(of.unit, language) };
}

/** The ground of a run that is over: that of a result only where it came to its end. */
export const groundOfEnd = ({ end }: Pick<ScenarioStatus, 'end'>): 'wait' | 'result' =>
  end == null || end === 'done' ? 'result' : 'wait';

/** The ground of an athlete's screen: to wait on, to move on (an order, with its exclamation mark), a result. */
export function moodOf({ prompts }: Pick<ScenarioStatus, 'prompts'>): 'wait' | 'move' | 'result' {
  if (prompts.some(({ kind }) => kind === 'number')) return 'result';
  const isOrder = prompts.some(({ kind, fr, remaining }) => kind === 'text' && remaining === null && /!\s*$/.test(fr));
  return isOrder ? 'move' : 'wait';
}
