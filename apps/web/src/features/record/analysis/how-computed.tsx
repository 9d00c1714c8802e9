import type { AnalysisAbout, AnalysisOutcome, Language } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { fillFormula } from './fill-formula.ts';
import styles from './how-computed.module.css';

interface Props {
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
  /** Of the number. */
  readonly id: string;
  /** s; of a sample. */
  readonly step: number;
}

/** The formula of a number with the trial's own figures, and the window and samples that it is computed of. */
export function HowComputed({ about, outcome, id, step }: Props): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const [output, found] = [about.outputs[id], outcome.values[id]];
  if (output === undefined || found === undefined || found.value === null) return null;
  const filled = fillFormula(about, outcome, id, language);
  const unit = found.unit === '1' ? '' : ` ${printedUnit(found.unit, language)}`;
  const result = `${formatQuantity(found.value, output, language)}${unit}`;
  return (
    <>
      <h3>{t('analysis.formula')}</h3>
      {filled === undefined && output.no_formula && <p className={styles.none}>{inPageLanguage(output.no_formula)}</p>}
      {filled && (
        <p className={styles.formula}>
          <span>{filled.symbols}</span>
          <span>
            = {filled.figures && <>{filled.figures} = </>}
            <b>{result}</b>
          </span>
        </p>
      )}
      <h3>{t('analysis.window')}</h3>
      <p className={styles.window}>
        <i aria-hidden="true" />
        {sayWindow(outcome, output.over, language)}
        {', '}
        {t('analysis.samples', {
          count: outcome.samples[id] ?? 0,
          said: formatNumber(outcome.samples[id] ?? 0, 0, language),
        })}
        {step > 0 && ` ${t('analysis.atRate', { rate: formatNumber(1 / step, 0, language) })}`}
        {', '}
        {t('analysis.marked')}
      </p>
    </>
  );

  function sayWindow({ windows, t0, t1 }: AnalysisOutcome, over: string, spoken: Language): string {
    const pieces = windows[over] ?? [];
    const [first, last] = [pieces[0]?.t0 ?? t0, pieces.at(-1)?.t1 ?? t1];
    const between = `${formatNumber(first, 3, spoken)} → ${formatNumber(last, 3, spoken)} s`;
    return pieces.length > 1 ? t('analysis.pieces', { count: pieces.length, between }) : between;
  }
}
