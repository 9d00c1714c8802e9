import { mdiAlertOutline, mdiCloseCircleOutline } from '@mdi/js';
import type { RecalibrateArguments } from '@sillage/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './calibration.module.css';
import { CalibrationFigures, Residual } from './calibration-figures.tsx';
import { useOpenRecord } from './open-record.ts';
import { sensorName } from './say-calibration.ts';

/** What a calibration would find and change, or why it cannot be made; nothing while nothing is asked. */
export function CalibrationPreview({ tried }: { tried: UseQueryResult<RecalibrateArguments> }): ReactNode {
  const { t } = useTranslation('record');
  const { data, error, isFetching } = tried;
  return (
    <div className={styles.preview} aria-live="polite" aria-busy={isFetching}>
      {isFetching && <p className={styles.times}>{t('calibration.computing')}</p>}
      {error !== null && !isFetching && (
        <p className={styles.refusal} role="alert">
          <Icon path={mdiCloseCircleOutline} size={18} />
          {sentenceOfProblem(error, t('calibration.noAnswer'))}
        </p>
      )}
      {data !== undefined && error === null && !isFetching && <Found found={data} />}
    </div>
  );
}

function Found({ found }: { found: RecalibrateArguments }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { method, inverted, sensors, warnings, module } = found;
  return (
    <>
      <p>{t(`calibration.method.${method}`, { column: inverted ?? '' })}</p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Icon path={mdiAlertOutline} size={18} />
          {t(`calibration.warning.${warning}`)}
        </p>
      ))}
      {sensors.map((sensor) => {
        const name = sensorName({ ...sensor, module }, record.available_data, t, language);
        return (
          <section key={sensor.columns.join()} aria-label={name}>
            <h3>{name}</h3>
            {sensor.residual !== null && (
              <p>
                {t('calibration.fact.residual')} <Residual {...sensor} />
              </p>
            )}
            <CalibrationFigures name={name} figures={sensor} />
          </section>
        );
      })}
    </>
  );
}
