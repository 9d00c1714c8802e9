import Button from '@mui/material/Button';
import type { CalibrationPosition, MeasuredCalibration } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './calibration.module.css';

/** One after the other, as the sensor is put down: each face, then a turn about each axis. */
const positions: readonly CalibrationPosition[] = [
  ...(['x_up', 'x_down', 'y_up', 'y_down', 'z_up', 'z_down'] as const),
  ...(['x_turn', 'y_turn', 'z_turn'] as const),
];

/** What to do with the sensors while they are calibrated. */
export function Guidance({ type }: { type: MeasuredCalibration }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <>
      <p>{t(`calibration.about.${type}`)}</p>
      {type === 'calib_acc_gyro' && <Positions />}
    </>
  );
}

/** The position to copy, not the present one; which one comes next is for who holds the sensor. */
function Positions(): ReactNode {
  const { t } = useTranslation('realtime');
  const [at, setAt] = useState(0);
  const position = positions[at] ?? 'x_up';
  return (
    <div className={styles.guide}>
      <Picture position={position} />
      <div aria-live="polite">
        <b>{t('calibration.step', { step: at + 1, count: positions.length })}</b>
        <p>{t(`calibration.position.${position}`)}</p>
      </div>
      <div className={styles.actions}>
        <Button size="small" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('calibration.previous')}
        </Button>
        <Button size="small" variant="outlined" disabled={at === positions.length - 1} onClick={() => setAt(at + 1)}>
          {t('calibration.next')}
        </Button>
      </div>
    </div>
  );
}

/** A case with the axis that its arrow names: up, down, or turned about. */
function Picture({ position }: { position: CalibrationPosition }): ReactNode {
  const [axis = '', way] = position.split('_');
  return (
    <svg className={styles.picture} viewBox="0 0 120 120" aria-hidden="true">
      <path d="M20 62l40-18 40 18-40 18zM20 62v26l40 18V80M100 62v26l-40 18" className={styles.case} />
      {way === 'turn' ? (
        <path d="M38 34a24 9 0 1 1 22 9m0 0 6-6m-6 6 7 4" className={styles.arrow} />
      ) : way === 'up' ? (
        <path d="M60 60V12m-8 10 8-10 8 10" className={styles.arrow} />
      ) : (
        <path d="M60 12v42m-8-10 8 10 8-10" className={styles.arrow} />
      )}
      <text x="76" y="26" className={styles.axis}>
        {axis}
      </text>
    </svg>
  );
}
