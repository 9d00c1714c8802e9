import Button from '@mui/material/Button';
import type { RecordHistory } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { useOpenRecord } from './open-record.ts';
import { useStepActions } from './step-queries.ts';

/** For administrators: deletes what a crop left out, for good, once they were told what follows. */
export function PurgeOriginal({ history: { original, purgeable } }: { history: RecordHistory }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { purge } = useStepActions(record.id);
  const [asks, setAsks] = useState(false);
  if (!useMay('record.purge') || !purgeable) return null;
  const close = () => setAsks(false);
  return (
    <>
      <Button size="small" color="error" onClick={() => setAsks(true)}>
        {t('purge.begin')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('purge.title')}
          text={<p>{t('purge.text', { size: formatBytes(original.size ?? 0, language) })}</p>}
          verb={t('purge.verb')}
          pending={purge.isPending}
          onConfirm={() => purge.mutate(record.signals_version, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}
