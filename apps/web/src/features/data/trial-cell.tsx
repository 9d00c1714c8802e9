import { mdiAlertOutline, mdiCheck, mdiClose, mdiCloseOctagonOutline } from '@mdi/js';
import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { formatQuantity } from '../../ui/format-quantity.ts';
import { Icon } from '../../ui/icon.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './trial-cell.module.css';

type Trial = NonNullable<Record['trial']>;

const glyphs: Readonly<globalThis.Record<Trial['state'], string>> = {
  valid: mdiCheck,
  warned: mdiAlertOutline,
  refused: mdiCloseOctagonOutline,
  excluded: mdiClose,
};

/** What an analysis found of a record, in a glyph and a number, or in a word; why is said when it is pointed at. */
export function TrialText({ trial }: { trial: Trial }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { state, value, unit, decimals } = trial;
  const word = t(`trial.${state}`);
  const number = value === null ? undefined : formatQuantity(value, { unit, decimals }, language);
  const said = `${inPageLanguage(trial.name)}, ${inPageLanguage(trial.output)}`;
  const why = trial.reason === null ? '' : `\u00a0: ${inPageLanguage(trial.reason)}`;
  return (
    <span className={styles.trial} data-state={state} title={`${said}. ${word}${why}`}>
      <Icon path={glyphs[state]} size={16} />
      <span className="visually-hidden">{word}</span>
      {number === undefined ? (
        <span aria-hidden="true">{word}</span>
      ) : (
        <span className={styles.number}>
          {number} {unit === '1' ? '' : printedUnit(unit, language)}
        </span>
      )}
    </span>
  );
}
