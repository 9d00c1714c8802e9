import {
  mdiAxisArrow,
  mdiBicycle,
  mdiCrosshairsGps,
  mdiHeartPulse,
  mdiLightningBolt,
  mdiRotate3dVariant,
  mdiRotateOrbit,
} from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Reading, ReadingName } from './device/trace-readings.ts';
import styles from './reading-rows.module.css';
import type { Belt } from './use-belt.ts';
import type { RunningScreen } from './use-phone.ts';

interface Look {
  readonly icon: string;
  readonly unit: string;
  readonly decimals: number;
  readonly colour: string;
}

const looks: Readonly<Record<ReadingName, Look>> = {
  acceleration: { icon: mdiAxisArrow, unit: 'm/s²', decimals: 2, colour: 'var(--c1)' },
  rotation: { icon: mdiRotateOrbit, unit: '°/s', decimals: 1, colour: 'var(--c5)' },
  orientation: { icon: mdiRotate3dVariant, unit: '°', decimals: 0, colour: 'var(--c6)' },
  position: { icon: mdiCrosshairsGps, unit: 'm/s', decimals: 2, colour: 'var(--c-total)' },
  heart: { icon: mdiHeartPulse, unit: 'bpm', decimals: 0, colour: 'var(--c7)' },
  power: { icon: mdiLightningBolt, unit: 'W', decimals: 0, colour: 'var(--c2)' },
  wheel: { icon: mdiBicycle, unit: 'm/s', decimals: 2, colour: 'var(--c3)' },
};

/** One line a sensor: its rate, how it went, its value. */
export function ReadingRows(props: { running: RunningScreen; nowUs: number; belt: Belt | undefined }): ReactNode {
  const { t } = useTranslation('phone');
  const { running, nowUs, belt } = props;
  const readings = running.phone.readings.at(nowUs);
  const { problems } = running;
  return (
    <ul className={styles.rows}>
      {[...readings].map(([name, reading]) => (
        <Row key={name} name={name} reading={reading} belt={belt} />
      ))}
      {[...problems].map(([module, why]) => (
        <li key={module} className={styles.missing}>
          {t(`problems.${module === 'gps' ? 'gps' : 'imu'}.${why}`)}
        </li>
      ))}
    </ul>
  );
}

function Row({ name, reading, belt }: { name: ReadingName; reading: Reading; belt: Belt | undefined }): ReactNode {
  const { t } = useTranslation('phone');
  const { language } = useAppearance();
  const { icon, unit, decimals, colour } = looks[name];
  const ofBelt = name === 'heart' || name === 'power' || name === 'wheel';
  const rate = t('rate', { rate: formatNumber(reading.rateHz, reading.rateHz < 10 ? 1 : 0, language) });
  const near = Number.isFinite(reading.accuracyMetres)
    ? t('near', { metres: formatNumber(reading.accuracyMetres, 0, language) })
    : '';
  const beltText =
    belt?.isConnected === false
      ? t('beltAway')
      : belt?.battery === undefined
        ? rate
        : t('beltBattery', { battery: belt.battery });
  return (
    <li className={styles.row}>
      <Icon path={icon} size={24} />
      <div>
        <b>{ofBelt && belt !== undefined ? `${t(`readings.${name}`)}, ${belt.name}` : t(`readings.${name}`)}</b>
        <p>{ofBelt && belt !== undefined ? beltText : `${rate}${near}`}</p>
      </div>
      <span>
        <Sparkline values={reading.trace} width={92} height={30} colour={colour} className={styles.spark} />
      </span>
      <span className={styles.value}>
        {formatNumber(reading.value, decimals, language)}
        <small>{unit}</small>
      </span>
    </li>
  );
}
