import { mdiLanDisconnect } from '@mdi/js';
import { athleteNames, isRecording } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { chooseVariables } from '../choose-variables.ts';
import { LiveAge, LiveValue } from '../live-value.tsx';
import { useRealtimeRequest } from '../samples.tsx';
import styles from './wall.module.css';

const figures = 3;

/** One athlete: the most telling figure, and two more. */
export function WallTile({ device }: { device: LiveDevice }): ReactNode {
  const names = athleteNames(device.users);
  return (
    <li className={`${styles.tile} ${device.is_connected ? '' : styles.away}`}>
      <div className={styles.who}>
        <b title={names}>{names || device.name}</b>
        <span>{String(device.number).slice(-4)}</span>
      </div>
      {device.is_connected ? <Figures device={device} /> : <Away device={device} />}
    </li>
  );
}

function Figures({ device }: { device: LiveDevice }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const chosen = chooseVariables(device.realtime_data_keys, figures);
  useRealtimeRequest(
    device.number,
    device.is_connected,
    chosen.map(({ name }) => name),
  );
  const [main, ...others] = chosen;
  if (main === undefined) return null;
  return (
    <>
      <span className={styles.label}>{main.description[language]}</span>
      <LiveValue deviceNumber={device.number} variable={main} className={styles.main} />
      <span className={styles.others}>
        {others.map((variable) => (
          <LiveValue key={variable.name} deviceNumber={device.number} variable={variable} className={styles.other} />
        ))}
      </span>
      <LiveAge deviceNumber={device.number} className={styles.age} />
    </>
  );
}

function Away({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const now = useNow(device.disconnectedAt !== undefined);
  const seconds = device.disconnectedAt === undefined ? undefined : Math.max(0, now - device.disconnectedAt) / 1000;
  const records = isRecording(device.state, { starting: true, stopping: true, recovery: true });
  return (
    <div className={styles.gone}>
      <Icon path={mdiLanDisconnect} size={48} />
      <span>
        <b>
          {t('state.disconnected')} {seconds !== undefined && formatChrono(Math.floor(seconds), 0)}
        </b>
        {records && <span className={styles.aboard}>{t('card.aboard')}</span>}
      </span>
    </div>
  );
}
