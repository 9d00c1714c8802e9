import {
  mdiBluetoothConnect,
  mdiCellphoneCheck,
  mdiCellphoneLock,
  mdiClockOutline,
  mdiInformationOutline,
  mdiLanDisconnect,
  mdiSignal,
  mdiSignalOff,
  mdiTrayFull,
} from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { ownBluetooth } from './bluetooth/join-sensor.ts';
import styles from './phone.module.css';
import { Pocket } from './pocket.tsx';
import { ReadingRows } from './reading-rows.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { useBelt } from './use-belt.ts';
import type { Phone, RunningScreen } from './use-phone.ts';
import { useTick } from './use-tick.ts';
import { useWaiting } from './use-waiting.ts';
import { Wearer } from './wearer.tsx';

/** The page of a phone that measures: what it does, who wears it, how the link is, what each sensor brings. */
export function LivePhone({ phone, running }: { phone: Phone; running: RunningScreen }): ReactNode {
  const { t } = useTranslation('phone');
  const [inPocket, setInPocket] = useState(false);
  const nowUs = useTick(running.phone.clock);
  const belt = useBelt(running.phone);
  const { state } = running;
  if (state.line === 'refused') return <Refused phone={phone} />;
  const isLost = state.line !== 'connected';
  return (
    <>
      <RecordingBar state={state} nowUs={nowUs} />
      {isLost && <OutOfReach running={running} nowUs={nowUs} />}
      {state.memory === 'failing' && (
        <p className={styles.failing} role="alert">
          {t('memoryFailing')}
        </p>
      )}
      <main className={styles.body}>
        <Wearer running={running} />
        <Facts running={running} nowUs={nowUs} />
        <ReadingRows running={running} nowUs={nowUs} belt={belt.joined} />
        <AwakeLine battery={running.battery()} />
      </main>
      <footer className={styles.foot}>
        {isLost && state.recordStartUs !== null && (
          <p className={styles.note}>
            <Icon path={mdiInformationOutline} size={24} />
            {t('keepOpen')}
          </p>
        )}
        <div className={styles.buttons}>
          <Button className={styles.main} variant="contained" onClick={() => setInPocket(true)}>
            <Icon path={mdiCellphoneLock} size={24} />
            {t('pocket')}
          </Button>
          {ownBluetooth() !== undefined && (
            <Button className={styles.side} variant="outlined" onClick={() => void belt.choose()}>
              <Icon path={mdiBluetoothConnect} />
              {t('belt')}
            </Button>
          )}
        </div>
        <p className={styles.small}>{t('pocketText')}</p>
      </footer>
      {inPocket && <Pocket isRecording={state.recordStartUs !== null} onOut={() => setInPocket(false)} />}
    </>
  );
}

function Facts({ running, nowUs }: { running: RunningScreen; nowUs: number }): ReactNode {
  const { t } = useTranslation('phone');
  const { state } = running;
  const isConnected = state.line === 'connected';
  const waitingSeconds = state.lostSinceUs === null ? 0 : Math.max(0, (nowUs - state.lostSinceUs) / 1e6);
  const fact = (icon: string, name: string, value: string) => (
    <div>
      <dt>
        <Icon path={icon} size={14} />
        {name}
      </dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className={styles.facts}>
      {fact(isConnected ? mdiSignal : mdiSignalOff, t('facts.link'), t(`link.${state.line}`))}
      {fact(mdiTrayFull, t('facts.waiting'), state.recordStartUs === null ? '–' : formatChrono(waitingSeconds, 0))}
      {fact(mdiClockOutline, t('facts.clock'), new Date(nowUs / 1000).toLocaleTimeString())}
    </dl>
  );
}

function OutOfReach({ running, nowUs }: { running: RunningScreen; nowUs: number }): ReactNode {
  const { t } = useTranslation('phone');
  const { language } = useAppearance();
  const { state } = running;
  const waiting = useWaiting(nowUs);
  const seconds = state.lostSinceUs === null ? 0 : (nowUs - state.lostSinceUs) / 1e6;
  const number = (value: number, decimals: number) => formatNumber(value, decimals, language);
  const share = waiting === undefined ? 0 : waiting.usedBytes / Math.max(1, waiting.quotaBytes);
  return (
    <section className={styles.lost} role="alert">
      <h2>
        <Icon path={mdiLanDisconnect} size={24} />
        {state.lostSinceUs === null ? t('connecting') : t('lostSince', { time: formatChrono(Math.max(0, seconds), 0) })}
      </h2>
      <p>{t(state.recordStartUs === null ? 'lostIdle' : 'nothingLost')}</p>
      {state.recordStartUs !== null && waiting !== undefined && (
        <>
          <div className={styles.tank} aria-hidden="true">
            <i style={{ width: `${Math.max(2, Math.min(100, 100 * share))}%` }} />
          </div>
          <p className={styles.room}>
            <b>{t('keptHere', { megabytes: number(waiting.usedBytes / 1e6, 1) })}</b>
            <span>{t('roomLeft', { megabytes: number((waiting.quotaBytes - waiting.usedBytes) / 1e6, 0) })}</span>
          </p>
        </>
      )}
    </section>
  );
}

function AwakeLine({ battery }: { battery: number | undefined }): ReactNode {
  const { t } = useTranslation('phone');
  return (
    <p className={styles.awake}>
      <Icon path={mdiCellphoneCheck} size={24} />
      {battery === undefined ? t('awake') : t('awakeBattery', { battery })}
    </p>
  );
}

function Refused({ phone }: { phone: Phone }): ReactNode {
  const { t } = useTranslation('phone');
  return (
    <main className={styles.body}>
      <section className={styles.lost} role="alert">
        <h2>{t('refused.title')}</h2>
        <p>{t('refused.text')}</p>
        <Button variant="outlined" onClick={() => void phone.leave()}>
          {t('refused.leave')}
        </Button>
      </section>
    </main>
  );
}
