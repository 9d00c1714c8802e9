import type { RunTrial } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Whether a run is really to be stopped. */
export function StopDialog(props: {
  /** So far; undefined while that is not known. */
  trials?: readonly RunTrial[] | undefined;
  onStop(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { trials = [], onStop, onClose } = props;
  const lost = trials.find(({ state, results }) => state === 'running' && results.length === 0);
  return (
    <ConfirmDialog
      title={t('scenario.stopTitle')}
      text={lost ? t('scenario.stopTrial', { trial: inPageLanguage(lost.title) }) : t('scenario.stopKept')}
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
