import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './athlete-page.module.css';
import { chooseVariables } from './choose-variables.ts';
import { DeviceState } from './device-card.tsx';
import { DisconnectedText } from './disconnected-text.tsx';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useRealtimeRequest } from './samples.tsx';

const figures = 3;

/** One athlete at a time on a phone: figures that are read at arm's length. `still`: nothing on it is pressed. */
export function AthletePage({
  devices,
  still = false,
}: {
  devices: readonly LiveDevice[];
  still?: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const [chosen, choose] = useState<number>();
  const found = devices.findIndex(({ number }) => number === chosen);
  const index =
    found >= 0
      ? found
      : Math.max(
          0,
          devices.findIndex(({ is_connected }) => is_connected),
        );
  const device = devices[index];
  if (device === undefined) return null;
  const step = (by: number) => () => choose(devices.at((index + by) % devices.length)?.number);
  const names = athleteNames(device.users);
  return (
    <section className={styles.page} aria-label={names || device.name}>
      <header className={styles.head}>
        {!still && (
          <IconButton aria-label={t('athlete.previous')} disabled={devices.length < 2} onClick={step(-1)}>
            <Icon path={mdiChevronLeft} size={28} />
          </IconButton>
        )}
        <div className={styles.who}>
          <h2>{names || device.name}</h2>
          <span className={styles.state}>
            <DeviceState device={device} />
            {t('athlete.place', { name: device.name, at: index + 1, count: devices.length })}
          </span>
        </div>
        {!still && (
          <IconButton aria-label={t('athlete.next')} disabled={devices.length < 2} onClick={step(1)}>
            <Icon path={mdiChevronRight} size={28} />
          </IconButton>
        )}
      </header>
      {device.is_connected ? (
        <Figures device={device} />
      ) : (
        <p className={styles.away}>
          <DisconnectedText device={device} />
        </p>
      )}
    </section>
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
  return (
    <div className={styles.figures}>
      {chosen.map((variable) => (
        <div key={variable.name} className={styles.figure}>
          <span className={styles.label}>{variable.description[language]}</span>
          <LiveValue deviceNumber={device.number} variable={variable} className={styles.value} />
        </div>
      ))}
      <LiveAge deviceNumber={device.number} className={styles.age} />
    </div>
  );
}
