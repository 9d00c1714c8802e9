import {
  mdiAccessPoint,
  mdiBagSuitcaseOutline,
  mdiCheckCircle,
  mdiCloudOffOutline,
  mdiCloudOutline,
  mdiProgressClock,
} from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../base/backend-info.ts';
import { lazyPart } from '../base/load-part.ts';
import { showRealtimeAs } from '../base/realtime-view.ts';
import { useConnectedDevices } from '../live/devices.ts';
import { useLiveLink } from '../live/live.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './hub-state.module.css';

const HubExplained = lazyPart(() => import('./hub-explained.tsx'));

function useHubWord(): { word: 'online' | 'offline' | 'cloud' | 'reconnecting' | 'connecting'; name: string } {
  const info = useBackendInfo();
  const link = useLiveLink();
  const name = info?.name ?? '';
  if (link.lost) return { word: 'reconnecting', name };
  if (link.state !== 'connected' || info === undefined) return { word: 'connecting', name };
  if (info.back_type === 'cloud') return { word: 'cloud', name };
  return { word: info.back_type === 'hub-online' ? 'online' : 'offline', name };
}

/** `8/9 capteurs`, of the client's devices: the way to their live curves. */
export function DevicesCount(): ReactNode {
  const { t } = useTranslation('app');
  const { devices } = useConnectedDevices();
  const { lost } = useLiveLink();
  if (devices === undefined) return null;
  const connected = lost ? '?' : devices.filter((device) => device.is_connected).length;
  return (
    <Link to="/realtime" className={styles.fact} title={t('header.curves')} onClick={() => showRealtimeAs('curves')}>
      <Icon path={mdiAccessPoint} />
      <b>
        {connected}/{devices.length}
      </b>
      <span className={styles.word}>{t('header.devicesCount', { count: devices.length })}</span>
    </Link>
  );
}

const glyphs = {
  online: mdiCheckCircle,
  offline: mdiCloudOffOutline,
  cloud: mdiCheckCircle,
  reconnecting: mdiProgressClock,
  connecting: mdiProgressClock,
};

/** The hub's name and whether it is reached, from here and from the cloud; pressed, it says what that means. */
export function HubState(): ReactNode {
  const { t } = useTranslation('app');
  const { word, name } = useHubWord();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.fact}
        aria-haspopup="dialog"
        title={t('header.explain')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={word === 'cloud' ? mdiCloudOutline : mdiBagSuitcaseOutline} />
        <b className={styles.hubName}>{name}</b>
        <span className={`${styles.state} ${styles[word]}`}>
          <Icon path={glyphs[word]} size={16} />
          <span className={styles.word}>{t(`header.${word}`)}</span>
        </span>
      </button>
      <span role="status" className="visually-hidden">
        {t(`header.${word}`)}
      </span>
      <Suspense>
        {anchor && <HubExplained anchor={anchor} name={name} word={word} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}

/** The hub in one line, for the phone: its name gives way, not its state. */
export function HubSummary(): ReactNode {
  const { t } = useTranslation('app');
  const { word, name } = useHubWord();
  const { devices } = useConnectedDevices();
  const { lost } = useLiveLink();
  const connected = lost ? '?' : devices?.filter((device) => device.is_connected).length;
  return (
    <span className={styles.summary}>
      {name !== '' && <span className={styles.summaryName}>{name}</span>}
      <span>
        {name !== '' && ', '}
        {t(`header.${word}`).toLowerCase()}
      </span>
      {devices !== undefined && (
        <span>
          {' · '}
          {connected}/{devices.length} {t('header.devicesCount', { count: devices.length })}
        </span>
      )}
    </span>
  );
}
