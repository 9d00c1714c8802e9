import type { Judgement, Language } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { formatQuantity } from '../ui/format-quantity.ts';
import { printedUnit } from '../ui/printed-unit.ts';
import styles from './change-verdict.module.css';

const glyphs: Readonly<Record<Judgement['verdict'], string>> = {
  better: '↑',
  worse: '↓',
  real: '≠',
  same: '≈',
  tooFew: '…',
  noneBefore: '…',
  methods: '…',
};

/** Whether a number changed, in a word: never by a colour. */
export function VerdictWord({ judgement }: { judgement: Judgement }): ReactNode {
  const { t } = useTranslation('athlete');
  const { verdict } = judgement;
  const isClear = verdict === 'better' || verdict === 'worse' || verdict === 'real';
  return (
    <span className={styles.word} data-clear={isClear}>
      <span aria-hidden="true">{glyphs[verdict]}</span> {t(`verdict.${verdict}`)}
    </span>
  );
}

interface Printed {
  readonly unit: string;
  readonly decimals: number;
}

/** By how much, against what, and from how many trials. */
export function VerdictReasons({ judgement, unit, decimals }: Printed & { readonly judgement: Judgement }): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const { verdict, latest, reference, mdc90, method_spread, n } = judgement;
  const said = (value: number) => signed(value, { unit, decimals }, language);
  return (
    <span className={styles.reasons}>
      {latest !== null && reference !== null && <b>{t('verdict.against', { by: said(latest - reference) })}</b>}
      {mdc90 !== null && (
        <span>{t('verdict.threshold', { value: withUnit(mdc90, { unit, decimals }, language) })}</span>
      )}
      {verdict === 'methods' && method_spread !== null && (
        <span>{t('verdict.methodsDiffer', { value: withUnit(method_spread, { unit, decimals }, language) })}</span>
      )}
      <span>{t('verdict.trials', { count: n })}</span>
    </span>
  );
}

export function withUnit(value: number, { unit, decimals }: Printed, language: Language): string {
  return `${formatQuantity(value, { unit, decimals }, language)} ${unit === '1' ? '' : printedUnit(unit, language)}`.trim();
}

const signed = (value: number, printed: Printed, language: Language) =>
  `${value > 0 ? '+' : ''}${withUnit(value, printed, language)}`;
