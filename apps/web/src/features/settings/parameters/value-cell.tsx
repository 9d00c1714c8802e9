import { mdiChevronRight } from '@mdi/js';
import type { Parameter, ParameterValue } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parameter-table.module.css';
import { itemsIn, itemTitle } from './say-value.ts';
import type { ParameterChanges } from './use-parameters.ts';
import { isManyRows, ValueField } from './value-field.tsx';

/** The value in its row: changed in place, or opened where it needs room. */
export function ValueCell(props: { parameter: Parameter; changes: ParameterChanges; onOpen(): void }): ReactNode {
  const { parameter, changes } = props;
  const language = useAppearance((appearance) => appearance.language);
  const [draft, setDraft] = useState<ParameterValue>(parameter.value);
  if (isManyRows(parameter)) return <OpensPanel parameter={parameter} onOpen={props.onOpen} />;
  return (
    <ValueField
      parameter={parameter}
      label={parameter.display_name[language]}
      value={draft}
      disabled={!changes.mayChange || changes.saving === parameter.name}
      onChange={setDraft}
      onSettled={(value) => {
        if (value === parameter.value) return;
        changes.apply(parameter, { what: 'set', value }).catch((problem: unknown) => {
          // The toast has told why; the cell says again what is so.
          if (!(problem instanceof Error)) notifyProblem(problem);
          setDraft(parameter.value);
        });
      }}
    />
  );
}

function OpensPanel({ parameter, onOpen }: { parameter: Parameter; onOpen(): void }): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const label = t('parameters.open', { name: parameter.display_name[language] });
  if (parameter.type === 'list') {
    const chosen = itemsIn(parameter.value);
    return (
      <button type="button" className={styles.chips} aria-label={label} onClick={onOpen}>
        {chosen.length === 0 && <span className={styles.none}>{t('parameters.none')}</span>}
        {chosen.map((one) => (
          <span key={one} className={styles.chip}>
            {itemTitle(parameter, one, language)}
          </span>
        ))}
      </button>
    );
  }
  const lines = itemsIn(parameter.value).length;
  return (
    <button type="button" className={styles.opens} aria-label={label} onClick={onOpen}>
      {parameter.type === 'json' ? t('parameters.json') : t('parameters.rows', { count: lines })}
      <Icon path={mdiChevronRight} size={18} />
    </button>
  );
}
