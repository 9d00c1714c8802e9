import { VideoFps, VideoQuality } from '@sillage/contract';
import { useTranslation } from 'react-i18next';

export function useQualities() {
  return VideoQuality.options.map((value) => ({ value, label: value }));
}

/** Pictures a second. */
export function useRates() {
  const { t } = useTranslation('admin');
  return VideoFps.options.map(({ value }) => ({ value, label: t('clients.fps', { fps: value }) }));
}
