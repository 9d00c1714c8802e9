import { mdiClose, mdiRecordCircle, mdiStopCircle, mdiVideoOffOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import type { Client } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useClient } from '../../../base/clients.ts';
import { useMay } from '../../../base/may.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LiveText } from '../live-text.tsx';
import { type CameraOwner, closeCamera, followRecords, openCamera, startFilm, stopFilm, useCamera } from './camera.ts';
import styles from './camera-card.module.css';

/** The camera of this device beside the devices: what it sees, its film, and films on their way; else why there is none. */
export default function CameraCard(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const { id } = useActiveClient();
  const { data: client } = useClient(id);
  const close = () => {
    // Its film, if one runs, ends with it and is sent.
    closeCamera();
    props.onClose();
  };
  if (client === undefined) return null;
  const obstacle = obstacleOf(client);
  return (
    <section className={styles.card} aria-label={t('camera.title')}>
      <div className={styles.head}>
        <h3>{t('camera.title')}</h3>
        <span className={styles.grow} />
        <IconButton aria-label={t('camera.close')} title={t('camera.close')} onClick={close}>
          <Icon path={mdiClose} />
        </IconButton>
      </div>
      {obstacle === undefined ? <Camera client={client} /> : <Obstacle obstacle={obstacle} />}
    </section>
  );
}

type Obstacle = 'off' | 'insecure' | 'unable';

function obstacleOf(client: Pick<Client, 'video_enabled'>): Obstacle | undefined {
  if (!client.video_enabled) return 'off';
  if (!isSecureContext) return 'insecure';
  const isAble = 'mediaDevices' in navigator && 'MediaRecorder' in globalThis && 'locks' in navigator;
  return isAble ? undefined : 'unable';
}

function Obstacle({ obstacle }: { obstacle: Obstacle }): ReactNode {
  const { t } = useTranslation('realtime');
  const mayEdit = useMay('client.edit');
  return (
    <p className={styles.obstacle}>
      <Icon path={mdiVideoOffOutline} size={24} />
      <span>
        <b>{t(`camera.obstacle.${obstacle}`)}</b>{' '}
        {t(obstacle === 'off' && !mayEdit ? 'camera.todo.askManager' : `camera.todo.${obstacle}`)}
        {obstacle === 'off' && mayEdit && (
          <>
            {' '}
            <Link to="/settings">{t('camera.settings')}</Link>
          </>
        )}
      </span>
    </p>
  );
}

function Camera({ client }: { client: Client }): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const { id: userId } = useUser();
  const owner = useMemo<CameraOwner>(() => ({ server, userId, client }), [server, userId, client]);
  const { stream, isAsking, problem, filmingSinceMs, follows, ended } = useCamera();
  const begin = useEffectEvent(() => {
    if (useCamera.getState().stream === undefined) void openCamera(owner);
  });
  useEffect(() => begin(), []);
  return (
    <div className={styles.camera}>
      <Preview stream={stream} />
      <div className={styles.side}>
        <p className={styles.state} role="status">
          {problem !== undefined
            ? t(`camera.problem.${problem}`)
            : isAsking
              ? t('camera.asking')
              : filmingSinceMs !== undefined
                ? t('camera.filming')
                : stream !== undefined && t('camera.ready')}{' '}
          {filmingSinceMs !== undefined && (
            <LiveText text={() => formatChrono((Date.now() - filmingSinceMs) / 1000, 0)} everyMilliseconds={250} />
          )}
        </p>
        {stream !== undefined && <Picture stream={stream} client={client} />}
        {ended !== undefined && (
          <p role="alert">
            {t(`camera.ended.${ended.why}`)} {t(ended.isKept ? 'camera.kept' : 'camera.notKept')}
          </p>
        )}
        <div className={styles.buttons}>
          {stream === undefined ? (
            <Button variant="outlined" loading={isAsking} onClick={() => void openCamera(owner)}>
              {t('camera.open')}
            </Button>
          ) : (
            <Button
              variant="outlined"
              startIcon={<Icon path={filmingSinceMs === undefined ? mdiRecordCircle : mdiStopCircle} />}
              onClick={() => (filmingSinceMs === undefined ? startFilm(owner) : stopFilm())}
            >
              {t(filmingSinceMs === undefined ? 'camera.start' : 'camera.stop')}
            </Button>
          )}
          {filmingSinceMs === undefined && <Cameras owner={owner} />}
        </div>
        <FormControlLabel
          control={<Switch checked={follows} onChange={(_, on) => followRecords(on)} />}
          label={t('camera.follows')}
        />
      </div>
    </div>
  );
}

function Preview({ stream }: { stream: MediaStream | undefined }): ReactNode {
  const { t } = useTranslation('realtime');
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current !== null) element.current.srcObject = stream ?? null;
  }, [stream]);
  return <video ref={element} className={styles.preview} autoPlay muted playsInline aria-label={t('camera.preview')} />;
}

/** What the camera gives, and what the club wanted where that is more. */
function Picture(props: { stream: MediaStream; client: Client }): ReactNode {
  const { t } = useTranslation('realtime');
  const settings = props.stream.getVideoTracks()[0]?.getSettings();
  if (settings === undefined) return null;
  const { width = 0, height = 0, frameRate = 0 } = settings;
  return (
    <p className={styles.picture}>
      {t('camera.picture', { width, height, rate: Math.round(frameRate) })}{' '}
      {t('camera.wanted', { quality: props.client.video_quality, rate: props.client.video_fps })}
    </p>
  );
}

function Cameras({ owner }: { owner: CameraOwner }): ReactNode {
  const { t } = useTranslation('realtime');
  const stream = useCamera((camera) => camera.stream);
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are known once a camera was allowed
  useEffect(() => {
    let isOver = false;
    navigator.mediaDevices.enumerateDevices().then(
      (all) => !isOver && setCameras(all.filter(({ kind }) => kind === 'videoinput')),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [stream]);
  if (stream === undefined || cameras.length < 2) return null;
  const chosen = stream.getVideoTracks()[0]?.getSettings().deviceId ?? '';
  return (
    <select
      className={styles.cameras}
      value={chosen}
      aria-label={t('camera.choose')}
      onChange={({ target }) => void openCamera(owner, target.value)}
    >
      {cameras.map(({ deviceId, label }, index) => (
        <option key={deviceId} value={deviceId}>
          {label || t('camera.number', { number: index + 1 })}
        </option>
      ))}
    </select>
  );
}
