import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { useChannelStroke } from '../card-channels.tsx';
import { LiveSparkline, type SparklineScale } from '../live-sparkline.tsx';
import { LiveValue } from '../live-value.tsx';
import { useRealtimeRequest } from '../samples.tsx';
import { chooseForce } from './choose-force.ts';
import styles from './force-trace.module.css';

/** N; the same for all athletes and trials, so that they compare. */
const scale: SparklineScale = { seconds: 10, low: 0, high: 3200 };

/** The force of an athlete who follows a protocol, over the last seconds; nothing where their device measures none. */
export function ForceTrace({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const strokeOf = useChannelStroke();
  const force = chooseForce(device.realtime_data_keys);
  const names = device.realtime_data_keys.map(({ name }) => name);
  useRealtimeRequest(device.number, device.is_connected, force === undefined ? [] : [force.name]);
  if (force === undefined) return null;
  return (
    <figure className={styles.force}>
      <figcaption className={styles.caption}>
        <span className={styles.label}>{force.description[language]}</span>
        <LiveValue deviceNumber={device.number} variable={force} className={styles.value} />
        <span className={styles.scale}>
          {t('scenario.forceScale', { seconds: scale.seconds, newtons: scale.high.toLocaleString(language) })}
        </span>
      </figcaption>
      <div className={styles.trace}>
        <LiveSparkline deviceNumber={device.number} name={force.name} scale={scale} {...strokeOf(force.name, names)} />
      </div>
    </figure>
  );
}
