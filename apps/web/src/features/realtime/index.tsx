import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import { useMay } from '../../base/may.ts';
import { showRealtimeAs, useRealtimeView } from '../../base/realtime-view.ts';
import { LostBanner } from '../../frame/lost-banner.tsx';
import { Page } from '../../frame/page.tsx';
import { useConnectedDevices, useDeviceStatuses } from '../../live/devices.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { planRecord } from '../../live/record-control.ts';
import { useUntickedDevices } from '../../live/ticked-devices.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { AfterAWhile } from '../../ui/skeleton.tsx';
import { AssociateHere } from './associate-here.tsx';
import { AthletePage } from './athlete-page.tsx';
import { BufferStrip } from './buffer/buffer-strip.tsx';
import { CalibrateHere } from './calibration/calibrate-here.tsx';
import { CameraButton } from './camera/camera-button.tsx';
import { isCameraLeftOpen, keepCameraOpen } from './camera/camera-open.ts';
import { CardSkeletons } from './card-skeletons.tsx';
import { ConfigurationButton } from './configuration-button.tsx';
import { DeviceCard } from './device-card.tsx';
import { DeviceRow } from './device-row.tsx';
import { EndedRecords } from './ended-records.tsx';
import { sparklineSeconds } from './live-sparkline.tsx';
import { AddPhone } from './phones/add-phone.tsx';
import { RainButton, RainMode } from './rain-mode.tsx';
import styles from './realtime.module.css';
import { RecordBar } from './record-bar.tsx';
import { SamplesProvider } from './samples.tsx';
import { ScenarioButton } from './scenarios/scenario-button.tsx';
import { ScenarioRuns } from './scenarios/scenario-runs.tsx';
import { SessionRow } from './session-row.tsx';
import { StateCounts } from './state-counts.tsx';
import { useHasEnded } from './use-ended.ts';
import { ViewChoice } from './view-choice.tsx';
import { WhatIsKnown } from './what-is-known.tsx';

const CameraCard = lazyPart(() => import('./camera/camera-card.tsx'));
const Curves = lazyPart(() => import('./curves.tsx'));
const LastCurves = lazyPart(() => import('./last-curves.tsx'));

export default function Realtime(): ReactNode {
  const { t } = useTranslation('realtime');
  const { devices, problem, reload } = useConnectedDevices();
  return (
    <Page title={t('title')}>
      {devices !== undefined ? (
        <AssociateHere>
          <Watch devices={devices} reload={reload} />
          <CalibrateHere />
        </AssociateHere>
      ) : problem !== null ? (
        <Failed reload={reload} />
      ) : (
        <AfterAWhile>
          <CardSkeletons />
        </AfterAWhile>
      )}
    </Page>
  );
}

function Watch(props: { devices: readonly LiveDevice[]; reload: () => void }): ReactNode {
  const { t } = useTranslation('realtime');
  const size = useScreenSize();
  const wanted = useRealtimeView();
  const view = wanted === 'athlete' && size !== 'phone' ? 'devices' : wanted;
  const [inRain, setInRain] = useState(false);
  const { devices } = props;
  const { lost } = useLiveLink();
  const ended = useHasEnded();
  const mayFilm = useMay('record.create');
  const mayInvite = useMay('device.invite');
  const [films, setFilms] = useState(isCameraLeftOpen);
  const showFilms = (isOpen: boolean) => {
    setFilms(isOpen);
    keepCameraOpen(isOpen);
    if (!isOpen) void import('./camera/camera.ts').then(({ closeCamera }) => closeCamera());
  };
  // Their button takes the room of these words.
  const othersMayStart = planRecord(devices, useUntickedDevices()).rest.length > 0;
  useDeviceStatuses(devices.map((device) => device.number));
  if (devices.length === 0) {
    return (
      <MessageScreen title={t('empty.title')} text={t('empty.text')}>
        <Button variant="contained" onClick={props.reload}>
          <Icon path={mdiRefresh} />
          {t('empty.reload')}
        </Button>
        {mayInvite && <AddPhone />}
      </MessageScreen>
    );
  }
  const choice = (
    <>
      <ViewChoice
        view={view}
        onChange={showRealtimeAs}
        compact={size === 'phone'}
        glyphs={size !== 'desktop' || othersMayStart}
      />
      <ScenarioButton devices={devices} glyph={size === 'desktop' && othersMayStart} />
      {size !== 'phone' && <ConfigurationButton />}
    </>
  );
  return (
    <SamplesProvider devices={devices}>
      {inRain && <RainMode devices={devices} onLeave={() => setInRain(false)} />}
      <div className={styles.screen}>
        <RecordBar devices={devices}>{size === 'phone' ? null : choice}</RecordBar>
        <section className={styles.watched}>
          <ScenarioRuns devices={devices} />
          {lost ? <LostBanner /> : size !== 'phone' && <SessionRow devices={devices} />}
          <div className={styles.head}>
            <h2>{t(`view.${view}`)}</h2>
            <StateCounts devices={devices} />
            <span className={styles.spacer} />
            {size === 'phone' && <RainButton onPress={() => setInRain(true)} />}
            {mayInvite && size !== 'phone' && <AddPhone />}
            {mayFilm && view !== 'athlete' && <CameraButton isOpen={films} onPress={() => showFilms(!films)} />}
            {size === 'phone'
              ? choice
              : view === 'devices' &&
                !ended && <span className={styles.traces}>{t('view.traces', { seconds: sparklineSeconds })}</span>}
          </div>
          {mayFilm && films && (
            <Suspense>
              <CameraCard onClose={() => showFilms(false)} />
            </Suspense>
          )}
          {view === 'curves' && <EndedRecords short />}
          <div className={styles.beside}>
            {view === 'curves' ? (
              <Suspense>
                <Curves devices={devices} />
              </Suspense>
            ) : ended ? (
              <EndedRecords short={false} />
            ) : view === 'athlete' ? (
              <AthletePage devices={devices} />
            ) : size === 'phone' ? (
              <ul className={styles.list}>
                {devices.map((device) => (
                  <DeviceRow key={device.number} device={device} />
                ))}
              </ul>
            ) : (
              <div className={styles.cards}>
                {devices.map((device) => (
                  <DeviceCard key={device.number} device={device} />
                ))}
              </div>
            )}
            {lost && size === 'desktop' && <WhatIsKnown devices={devices} />}
            {ended && !lost && size === 'desktop' && view === 'devices' && (
              <Suspense>
                <LastCurves />
              </Suspense>
            )}
          </div>
        </section>
        {size !== 'phone' && <BufferStrip devices={devices} />}
      </div>
    </SamplesProvider>
  );
}

function Failed(props: { reload: () => void }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <MessageScreen icon={mdiAlertCircleOutline} tone="error" title={t('error.title')} text={t('error.text')}>
      <Button variant="contained" onClick={props.reload}>
        <Icon path={mdiRefresh} />
        {t('error.retry')}
      </Button>
    </MessageScreen>
  );
}
