import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import { aroundEdges } from './analysis-edges.ts';
import styles from './phone-numbers.module.css';

/** The numbers of the analysis above the curves of a phone: the chosen one is explained under them. */
export function PhoneNumbers(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, view } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { about, outcome, explained, edges } = analysis;
  if (about === undefined || outcome === undefined || outcome.refused !== null) return null;
  const known = Object.entries(about.outputs).filter(([id]) => outcome.values[id]?.value != null);
  function choose(id: string) {
    analysis.explain(explained === id ? undefined : id);
    // A flight has no room on a phone. From one number to the next the curves stay as they are.
    const pushed = edges.filter(({ event }) => event !== 'landing');
    if (explained === undefined && pushed.length > 0) view.look(view.x.ofTimes(aroundEdges(pushed, view.x.timeExtent)));
  }
  return (
    <ul className={styles.numbers} aria-label={t('analysis.numbers')}>
      {known.map(([id, output]) => {
        const { value = null, unit = '1' } = outcome.values[id] ?? {};
        return (
          <li key={id}>
            <button type="button" aria-pressed={explained === id} onClick={() => choose(id)}>
              <span>{inPageLanguage(output.name)}</span>
              <b>
                {formatQuantity(value, output, language)}{' '}
                <small>{unit === '1' ? '' : printedUnit(unit, language)}</small>
              </b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
