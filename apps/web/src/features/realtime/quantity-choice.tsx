import Checkbox from '@mui/material/Checkbox';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import type { CurveChoice } from './curve-choice.ts';
import { countMeasuring, looksOfDevices, maxCurves, nameOfDevice, quantitiesOf } from './curve-groups.ts';
import styles from './curves.module.css';
import { Swatch } from './graph-legend.tsx';
import { useLiveSayings } from './live-sayings.ts';

/** What to draw by quantity: which quantities, and the athletes over each other. */
export function QuantityChoice(props: {
  devices: readonly LiveDevice[];
  /** All, so that each keeps its colour. */
  all: readonly LiveDevice[];
  choice: CurveChoice;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const sayings = useLiveSayings();
  const { devices, all, choice } = props;
  const looks = looksOfDevices(all, curves);
  const shown = devices.filter(({ number }) => choice.devices.has(number));
  const drawn = [...choice.quantities].reduce((sum, one) => sum + countMeasuring(shown, one), 0);
  const full = drawn >= maxCurves;
  const id = useId();
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <fieldset className={styles.device}>
        <legend className={styles.overlaid}>
          {t('curves.overlaid', { count: shown.length, total: devices.length })}
        </legend>
        {devices.map((device) => {
          const box = `${id}-${device.number}`;
          const look = looks.get(device.number);
          return (
            <label key={device.number} htmlFor={box} className={styles.variable}>
              <Checkbox
                id={box}
                size="small"
                checked={choice.devices.has(device.number)}
                onChange={() => choice.toggleDevice(device.number)}
              />
              <span className={styles.variableName}>{nameOfDevice(device)}</span>
              {look && <Swatch {...look} />}
            </label>
          );
        })}
      </fieldset>
      <h2 id={id} className={styles.choiceTitle}>
        {t('curves.chooseQuantities')}
        {full && <span>{t('curves.limit', { count: maxCurves })}</span>}
      </h2>
      <div className={styles.device}>
        {quantitiesOf(devices).map((quantity) => {
          const checked = choice.quantities.has(quantity.id);
          const box = `${id}-${quantity.id}`;
          return (
            <label key={quantity.id} htmlFor={box} className={styles.variable}>
              <Checkbox
                id={box}
                size="small"
                checked={checked}
                disabled={!checked && drawn + countMeasuring(shown, quantity.id) > maxCurves}
                onChange={() => choice.toggleQuantity(quantity.id)}
              />
              <span className={styles.variableName}>{quantity.variable.description[language]}</span>
              <span className={styles.unit}>{sayings(quantity.variable).unit}</span>
            </label>
          );
        })}
      </div>
      <p className={styles.choiceNote}>{t('curves.overlaidNote')}</p>
    </section>
  );
}
