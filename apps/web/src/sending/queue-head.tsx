import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ApiClient } from '@sillage/client';
import { api, limits } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchTable } from '../base/cached-query.ts';
import { useServer } from '../base/services.tsx';
import { syncKeys } from './every.ts';
import styles from './send-panel.module.css';

const order = ['rows', 'wanted', 'small', 'recent'] as const;

/** In which order things go, and the press that takes all that waits out of it. */
export function QueueHead({ waiting }: { waiting: number }): ReactNode {
  const { t } = useTranslation('sync');
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.order}>
      <span>{t('panel.order')}</span>
      <ol>
        {order.map((what) => (
          <li key={what}>{t(`panel.first.${what}`)}</li>
        ))}
      </ol>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('panel.cancelAll')}
      </Button>
      {asking && <CancelDialog waiting={waiting} onClose={() => setAsking(false)} />}
    </div>
  );
}

function CancelDialog(props: { waiting: number; onClose(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  const heading = useId();
  const cancel = useMutation({
    mutationFn: () => cancelWaiting(server),
    onSuccess: props.onClose,
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: syncKeys.all }), refetchTable(queries, 'records')]),
  });
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('panel.cancelTitle', { count: props.waiting })}</DialogTitle>
      <DialogContent>{t('panel.cancelText')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('panel.goOn')}
        </Button>
        <Button variant="outlined" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('moveMany.cancel', { count: props.waiting })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** As many at once as may be; what was taken out waits no more. */
async function cancelWaiting(server: ApiClient): Promise<void> {
  const query = { pageId: 1, pageSize: limits.recordsSentAtOnce, where: 'waiting' } as const;
  for (;;) {
    const { items } = await server.call(api.readLedger, { query });
    if (items.length === 0) return;
    const ids = items.map(({ record_id: id }) => id);
    const { count } = await server.call(api.cancelSending, { body: { record_ids: ids } });
    if (count === 0) return;
  }
}
