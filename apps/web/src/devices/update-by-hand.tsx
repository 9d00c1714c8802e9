import { mdiClose, mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { api, type Release } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { notifyFailedAction } from '../base/notify.ts';
import { saveFile } from '../base/save-file.ts';
import { useServer } from '../base/services.tsx';
import type { LiveDevice } from '../live/merge-device.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './firmware-updates.module.css';

/** Of a device that is too old to be updated over Wi-Fi: what a person does, step by step. */
export function UpdateByHand(props: { device: LiveDevice; release: Release; onClose(): void }): ReactNode {
  const { device, release } = props;
  const { t } = useTranslation('devices');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const download = useMutation({
    mutationFn: async () => {
      const file = await server.fetchBytes(api.downloadDeviceRelease, { params: { id: release.id } });
      saveFile(file, release.filename);
    },
    onError: notifyFailedAction,
  });
  return (
    <aside className={styles.hand} aria-label={t('hand.title', { name: device.name })}>
      <header className={styles.handHead}>
        <span>
          <strong>{t('hand.title', { name: device.name })}</strong>
          <span>{t('hand.why', { version: device.version })}</span>
        </span>
        <IconButton aria-label={t('hand.close')} onClick={props.onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      <Drawing />
      <ol className={styles.steps}>
        <li>
          <strong>{t('hand.download')}</strong>
          <span className={styles.file}>
            {release.filename} <span>{formatBytes(release.size, language)}</span>
            <Button variant="contained" loading={download.isPending} onClick={() => download.mutate()}>
              <Icon path={mdiDownload} />
              {t('hand.get')}
            </Button>
          </span>
        </li>
        {(['hold', 'join', 'send', 'back'] as const).map((step) => (
          <li key={step}>
            <strong>{t(`hand.${step}`)}</strong>
            <span>{t(`hand.${step}Text`, { name: device.name, version: release.version })}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** The device with its button, and a computer that joins its network; the steps beside say the same. */
function Drawing(): ReactNode {
  return (
    <svg
      viewBox="0 0 320 110"
      className={styles.drawing}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <rect x="26" y="38" width="92" height="48" rx="8" />
      <rect x="54" y="31" width="26" height="7" rx="2" />
      <path d="M67 8v16m-6-6 6 6 6-6" />
      <circle cx="100" cy="62" r="5" fill="var(--warning)" />
      <path d="M132 50q7 12 0 24m10-31q11 19 0 38m10-45q15 26 0 52" />
      <rect x="200" y="24" width="84" height="52" rx="4" />
      <path d="M186 86h112l-8-10h-96zM214 40h42m-42 12h56m-56 12h30" />
    </svg>
  );
}
