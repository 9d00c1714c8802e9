import { mdiTune } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import { useMay } from '../../base/may.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { useLiveLink } from '../../live/live.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import styles from './record-bar.module.css';

const SendConfiguration = lazyPart<{ onClose(): void }>(async () => {
  const part = await import('../../devices/send-configuration.tsx');
  return { default: part.SendConfiguration };
});

/** Opens what configurations change on the devices, for who may send them. */
export function ConfigurationButton(): ReactNode {
  const { t } = useTranslation('realtime');
  const mayCommand = useMay('device.command');
  const { lost } = useLiveLink();
  const [isOpen, setOpen] = useState(false);
  useShortcut('C', () => setOpen(true), mayCommand && !lost);
  if (!mayCommand) return null;
  return (
    <>
      <Button
        variant="outlined"
        className={styles.configuration ?? ''}
        disabled={lost}
        title={lost ? t('record.linkLost') : ''}
        aria-keyshortcuts="C"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon path={mdiTune} />
        {t('configuration')}
        <KeyHint>C</KeyHint>
      </Button>
      {isOpen && (
        <Suspense>
          <SendConfiguration onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
