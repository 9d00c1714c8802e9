import type { SensorCalibration } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './calibration.module.css';

type Figures = Pick<
  SensorCalibration,
  'columns' | 'unit' | 'bias' | 'gains' | 'noise' | 'before' | 'after' | 'residual'
>;

const decimals = 3;
const axes = ['x', 'y', 'z'];

/** What is left of a sensor's error beside what was left before and what is doubtful. */
export function Residual({ residual, unit }: Pick<Figures, 'residual' | 'unit'>): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  if (residual === null) return null;
  const { before, after, limit } = residual;
  const say = (value: number) => formatNumber(value, decimals, language);
  return (
    <span className={styles.residual} data-doubtful={after > limit}>
      <b>
        {say(after)} {printedUnit(unit, language)}
      </b>{' '}
      {t('calibration.residualBeside', { before: say(before), limit: say(limit) })}
    </span>
  );
}

/** The values of a calibration, one column an axis. */
export function CalibrationFigures({ name, figures }: { name: string; figures: Figures }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { columns, unit, bias, gains, noise, before, after } = figures;
  const printed = printedUnit(unit, language);
  const rows = [
    { key: 'bias', unit: printed, values: bias },
    { key: 'gain', unit: '', values: gains },
    { key: 'noise', unit: printed, values: noise },
    { key: 'before', unit: printed, values: before },
    { key: 'after', unit: printed, values: after },
  ] as const;
  return (
    <table className={styles.figures} aria-label={name}>
      {columns.length === axes.length && (
        <thead>
          <tr>
            <td />
            {axes.map((axis) => (
              <th key={axis} scope="col">
                {axis}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(
          ({ key, unit: ofRow, values }) =>
            values !== null && (
              <tr key={key}>
                <th scope="row">
                  {t(`calibration.figure.${key}`)} <span>{ofRow}</span>
                </th>
                {columns.map((column, i) => (
                  <td key={column}>{formatNumber(values[i], decimals, language)}</td>
                ))}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
