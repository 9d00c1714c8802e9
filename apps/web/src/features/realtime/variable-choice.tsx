import Checkbox from '@mui/material/Checkbox';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { curveId, maxCurves } from './curve-groups.ts';
import styles from './curves.module.css';
import { useLiveSayings } from './live-sayings.ts';

/** What to draw: the variables of each connected device. */
export function VariableChoice(props: {
  devices: readonly LiveDevice[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const full = props.chosen.size >= maxCurves;
  const titleId = useId();
  const sayings = useLiveSayings();
  return (
    <section className={styles.choice} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.choiceTitle}>
        {t('curves.choose')}
        {full && <span>{t('curves.limit', { count: maxCurves })}</span>}
      </h2>
      {props.devices.map((device) => (
        <fieldset key={device.number} className={styles.device}>
          <legend>
            <b>{athleteNames(device.users) || device.name}</b> {athleteNames(device.users) && device.name}
          </legend>
          {device.realtime_data_keys.map((key) => {
            const id = curveId(device.number, key.name);
            const checked = props.chosen.has(id);
            return (
              <label key={id} htmlFor={id} className={styles.variable}>
                <Checkbox
                  id={id}
                  size="small"
                  checked={checked}
                  disabled={full && !checked}
                  onChange={() => props.onToggle(id)}
                />
                <span className={styles.variableName}>{key.description[language]}</span>
                <span className={styles.unit}>{sayings(key).unit}</span>
              </label>
            );
          })}
        </fieldset>
      ))}
    </section>
  );
}
