import Button from '@mui/material/Button';
import type { SensorCalibrationDetails } from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useFormatDate } from '../../base/use-format-date.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import styles from './calibration.module.css';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { CalibrationFigures, Residual } from './calibration-figures.tsx';
import { useCalibration } from './calibration-queries.ts';
import { DecodingProgress } from './decoding-progress.tsx';
import { useOpenRecord } from './open-record.ts';
import { sensorName } from './say-calibration.ts';
import { stepIcons } from './say-step.ts';

/** Which calibration each sensor of the record has, from where, and how well it fits. */
export function CalibrationPanel(): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const [asks, setAsks] = useState(false);
  const { data, isError, refetch } = useCalibration(record.id);
  if (data === undefined) {
    return isError ? (
      <p className={styles.intro}>
        {t('calibration.unread')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </p>
    ) : null;
  }
  const { sensors } = data;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing else that takes the focus */}
      <section className={styles.sensors} tabIndex={0} aria-label={t('calibration.title')}>
        <p className={styles.intro}>{t(sensors.length === 0 ? 'calibration.none' : 'calibration.intro')}</p>
        {isInWork(record.decode_state) && (
          <p className={styles.work} role="status">
            {t('steps.working')} <DecodingProgress record={record} />
          </p>
        )}
        {sensors.map((sensor) => (
          <Sensor key={`${sensor.module} ${sensor.columns.join()}`} sensor={sensor} />
        ))}
      </section>
      {record.may.edit && sensors.length > 0 && (
        <div className={styles.foot}>
          <Button
            variant="outlined"
            aria-haspopup="dialog"
            onClick={() => setAsks(true)}
            startIcon={<Icon path={stepIcons.recalibrate} size={18} />}
          >
            {t('calibration.begin')}
          </Button>
        </div>
      )}
      {asks && <CalibrationDialog onClose={() => setAsks(false)} />}
    </>
  );
}

function Sensor({ sensor }: { sensor: SensorCalibrationDetails }): ReactNode {
  const { t } = useTranslation(['record', 'records']);
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const { record } = useOpenRecord();
  const { module, columns, calib_type, source, date, user_name, window, residual, inverted, warnings } = sensor;
  const name = sensorName(sensor, record.available_data, t, language);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['type', t(`records:calibrationType.${calib_type}`)],
    ['source', t(`calibration.source.${source}`)],
    ['by', user_name],
    ['date', date && moment(date)],
    ['window', sayWindow()],
    ['residual', residual && <Residual key="residual" {...sensor} />],
    ['inverted', inverted.length > 0 && inverted.join(', ')],
  ];
  function sayWindow(): string | undefined {
    if (!isMeasured(sensor)) return undefined;
    if (window === null) return t('calibration.windowCropped');
    return t('steps.calibrationWindow', { from: formatChrono(window.start), to: formatChrono(window.end) });
  }
  return (
    <section className={styles.sensor} aria-label={`${name}, ${moduleName(module, language)}`}>
      <h2>
        {name} <span>{`${moduleName(module, language)} · ${columns.join(', ')}`}</span>
      </h2>
      <dl>
        {facts.map(
          ([fact, value]) =>
            value && (
              <div key={fact}>
                <dt>{t(`calibration.fact.${fact}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {t(`calibration.warning.${warning}`)}
        </p>
      ))}
      {(isMeasured(sensor) || sensor.method === 'given') && <CalibrationFigures name={name} figures={sensor} />}
    </section>
  );
}

const isMeasured = ({ method }: SensorCalibrationDetails) =>
  method === 'restMean' || method === 'sixPositions' || method === 'sixPositionsAndTurns';
