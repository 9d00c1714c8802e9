import { mdiHarddisk } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { useDiskRoom } from '../base/disk-room.ts';
import { Banner } from '../ui/banner.tsx';
import { formatBytes } from '../ui/format-bytes.ts';

/** Says that the server's disk is about to be full, or is, to everyone who can record. */
export function DiskBanner(): ReactNode {
  const { t } = useTranslation('app');
  const language = useAppearance((appearance) => appearance.language);
  const disk = useDiskRoom();
  if (disk === undefined || disk.state === 'ok') return null;
  const isFull = disk.state === 'full';
  return (
    <Banner tone={isFull ? 'error' : 'warning'} icon={mdiHarddisk}>
      <b>{t(isFull ? 'disk.full' : 'disk.low', { free: formatBytes(disk.free_bytes, language) })}</b>{' '}
      {t(isFull ? 'disk.fullExplanation' : 'disk.lowExplanation')}
    </Banner>
  );
}
