import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import styles from './align-choice.module.css';
import { alignments, type Comparison, mostVariables } from './compare-address.ts';
import { type ComparedVariable, shortLabelOf } from './shared-variables.ts';

/** What records are laid on one another by, and which variables are drawn. */
export function AlignChoice(props: {
  comparison: Comparison;
  shared: readonly ComparedVariable[];
  chosen: readonly ComparedVariable[];
  hasDistance: boolean;
  change(some: Partial<Comparison>): void;
}): ReactNode {
  const { t } = useTranslation('compare');
  const name = useId();
  const language = useAppearance((appearance) => appearance.language);
  const { comparison, shared, chosen, change } = props;
  const { by, threshold } = comparison;
  const [typed, setTyped] = useState(threshold === undefined ? '' : String(threshold));
  const names = chosen.map((variable) => variable.name);
  const first = chosen[0] && shortLabelOf(chosen[0], language);
  const isFull = names.length >= mostVariables;
  const type = (text: string) => {
    setTyped(text);
    const value = Number(text.replace(',', '.'));
    change({ threshold: text.trim() === '' || !Number.isFinite(value) ? undefined : value });
  };
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{t('align.label')}</legend>
        {alignments.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={by === one}
              disabled={one === 'distance' && !props.hasDistance}
              // What was moved in s is not moved in m.
              onChange={() =>
                change({ by: one, ...((one === 'distance') !== (by === 'distance') && { moved: new Map() }) })
              }
            />
            {t(`align.${one}`, { name: first ?? '' })}
          </label>
        ))}
        {by === 'threshold' && (
          <label className={styles.threshold}>
            {t('align.over')}
            <input inputMode="decimal" value={typed} onChange={({ target }) => type(target.value)} />
          </label>
        )}
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{t('variables')}</legend>
        {shared.map((variable) => (
          <label key={variable.name}>
            <input
              type="checkbox"
              checked={names.includes(variable.name)}
              disabled={names.includes(variable.name) ? names.length === 1 : isFull}
              onChange={({ target }) =>
                change({
                  variables: target.checked
                    ? [...names, variable.name]
                    : names.filter((other) => other !== variable.name),
                })
              }
            />
            {shortLabelOf(variable, language)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
