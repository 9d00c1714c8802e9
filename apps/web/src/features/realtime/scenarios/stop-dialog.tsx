import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Whether a run is really to be stopped. */
export function StopDialog({ onStop, onClose }: { onStop(): void; onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <ConfirmDialog
      title={t('scenario.stopTitle')}
      text={t('scenario.stopText')}
      verb={t('scenario.stop')}
      pending={false}
      onConfirm={() => {
        onClose();
        onStop();
      }}
      onClose={onClose}
    />
  );
}
