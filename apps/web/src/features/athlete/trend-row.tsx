import type { Judgement, Language, Trial } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { localeOfDates } from '../../base/use-format-date.ts';
import { VerdictReasons, VerdictWord } from '../../records/change-verdict.tsx';
import type { ShownOutput } from '../../records/shown-outputs.ts';
import { formatQuantity } from '../../ui/format-quantity.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './athlete.module.css';
import { TrendChart } from './trend-chart.tsx';
import { meansByDay } from './trials.ts';

interface Props {
  readonly output: ShownOutput;
  readonly trials: readonly Trial[];
  readonly judgement: Judgement | undefined;
  readonly isChosen: boolean;
  onChoose(): void;
}

/** One number over time: what it is now, its curve, its verdict. */
export function TrendRow({ output, trials, judgement, isChosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const last = meansByDay(trials, output.id).at(-1);
  const name = inPageLanguage(output.name);
  return (
    <section className={styles.row} data-chosen={isChosen} aria-label={name}>
      <button type="button" className={styles.about} aria-pressed={isChosen} onClick={onChoose}>
        <b>{name}</b>
        <small>{inPageLanguage(output.method)}</small>
        <span className={styles.big}>
          {formatQuantity(last?.mean, output, language)}{' '}
          <small>{output.unit === '1' ? '' : printedUnit(output.unit, language)}</small>
        </span>
        {last && (
          <small>
            {t('meanOf', { count: last.count })} {dayText(last, language)}
          </small>
        )}
      </button>
      <TrendChart output={output} trials={trials} judgement={judgement} />
      <div className={styles.verdict}>
        {judgement && <VerdictWord judgement={judgement} />}
        {judgement && <VerdictReasons judgement={judgement} unit={output.unit} decimals={output.decimals} />}
      </div>
    </section>
  );
}

/** Of the place where it was recorded. */
export const dayText = ({ timestamp, timezone }: Pick<Trial, 'timestamp' | 'timezone'>, language: Language) =>
  new Date(timestamp).toLocaleDateString(localeOfDates(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: timezone,
  });
