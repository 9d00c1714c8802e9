import { mdiAccountOutline, mdiAlertOutline, mdiBattery, mdiBattery20, mdiBattery50 } from '@mdi/js';
import { athleteNames, recordTimeAt } from '@sillage/domain';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { type DeviceLook, lookOf } from '../../live/device-look.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isRefused } from '../../live/record-control.ts';
import { RefusedText } from '../../live/refused-text.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import { CardChannels } from './card-channels.tsx';
import styles from './device-card.module.css';
import { DisconnectedText } from './disconnected-text.tsx';
import { LiveText } from './live-text.tsx';
import { RecordButton } from './record-button.tsx';
import { useSamples } from './samples.tsx';

/** A device: state, athlete, modules, battery, its two most telling live variables, start or stop. */
export const DeviceCard = memo(function DeviceCard({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const look = useLook(device);
  const word = useStateWord(look);
  return (
    <article className={`${styles.card} ${styles[look.tone]}`} aria-label={`${device.name}, ${word}`}>
      <header className={styles.head}>
        <DeviceState device={device} />
        <RecordTime device={device} />
        <span className={styles.spacer} />
        <Battery percent={device.is_connected ? device.battery : null} />
        <span className={styles.name}>{device.name}</span>
        <RecordButton device={device} empty={styles.noButton} small />
      </header>
      <div className={styles.who}>
        <Athletes device={device} />
        <span className={styles.spacer} />
        <Modules device={device} />
      </div>
      {device.is_connected && device.journal !== 'ok' && (
        <p className={styles.note} role="status">
          {t(`card.journal.${device.journal}`)}
        </p>
      )}
      <RefusedText device={device} className={styles.note} />
      {!device.is_connected ? (
        <p className={styles.note}>
          <DisconnectedText device={device} />
        </p>
      ) : device.state === 'firmware_updating' ? (
        <p className={styles.note}>{t('card.updating')}</p>
      ) : isRefused(device) ? null : (
        <CardChannels device={device} />
      )}
    </article>
  );
});

/** How a device is shown, as far as the live link lets one know. */
export function useLook(device: LiveDevice): DeviceLook {
  return lookOf(device, useLiveLink().lost);
}

function useStateWord(look: DeviceLook): string {
  const { t } = useTranslation('realtime');
  return t(look.past ? `was.${look.word}` : `state.${look.word}`);
}

/** Glyph and word of the state, in its colour. */
export function DeviceState({ device }: { device: LiveDevice }): ReactNode {
  const look = useLook(device);
  const word = useStateWord(look);
  return (
    <span className={`${styles.state} ${styles[`${look.tone}Ink`]}`}>
      <Icon path={look.icon} size={16} />
      {word}
    </span>
  );
}

function RecordTime({ device }: { device: LiveDevice }): ReactNode {
  const samples = useSamples();
  const link = useLiveLink();
  if (lookOf(device).tone !== 'rec') return null;
  const read = (now: number): string => {
    const clock = samples.clock(device.number);
    const at = link.lost ? link.heardAtMs : now;
    return clock === undefined ? '' : formatChrono(Math.floor(recordTimeAt(clock, at)), 0);
  };
  return <LiveText className={styles.time} text={read} everyMilliseconds={200} />;
}

function Battery({ percent }: { percent: number | null }): ReactNode {
  const { t } = useTranslation('realtime');
  if (percent === null) return null;
  const rounded = Math.round(percent);
  const low = rounded <= 20;
  return (
    <span
      className={low ? styles.lowBattery : styles.battery}
      title={t('card.battery', { percent: rounded })}
      aria-label={t('card.battery', { percent: rounded })}
      role="img"
    >
      <Icon path={low ? mdiBattery20 : rounded < 70 ? mdiBattery50 : mdiBattery} size={14} />
      {rounded} %
    </span>
  );
}

/** The athletes of a device: initials and names, or that nobody wears it. */
function Athletes({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const first = device.users[0];
  if (first === undefined) {
    return (
      <>
        <span className={styles.nobody}>
          <Icon path={mdiAccountOutline} size={14} />
        </span>
        <span className={styles.unpaired}>{t('card.unpaired')}</span>
      </>
    );
  }
  const names = athleteNames(device.users);
  return (
    <>
      <Avatar person={first} size={24} />
      <span className={styles.athlete} title={names}>
        {names}
      </span>
    </>
  );
}

function Modules({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  return (
    <ul className={styles.modules}>
      {Object.entries(device.modules).map(([key, module]) => {
        const name = moduleName(key, language);
        return module.is_connected ? (
          <li key={key}>{name}</li>
        ) : (
          <li key={key} className={styles.moduleAway} title={t('card.moduleAway', { name })}>
            <Icon path={mdiAlertOutline} size={14} />
            {name}
            <span className="visually-hidden">{t('card.moduleAway', { name })}</span>
          </li>
        );
      })}
    </ul>
  );
}
