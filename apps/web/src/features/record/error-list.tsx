import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiNotificationClearAll } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type RecordErrorType } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { recordKeys } from '../../records/record-queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './error-list.module.css';
import { useOpenRecord } from './open-record.ts';
import { TaskMessages } from './task-messages.tsx';

const looks: Readonly<{ [K in z.infer<typeof RecordErrorType>]: { icon: string; tone: string } }> = {
  ERROR: { icon: mdiAlertCircleOutline, tone: 'error' },
  FATAL: { icon: mdiAlertCircleOutline, tone: 'error' },
  WARN: { icon: mdiAlertOutline, tone: 'warning' },
  SUCCESS: { icon: mdiCheckCircleOutline, tone: 'ready' },
};

/** What went wrong while a record was made. */
export function ErrorList(props: { id: number }): ReactNode {
  const { t } = useTranslation('record');
  const server = useServer();
  const { id } = props;
  const { data } = useQuery({
    queryKey: recordKeys.errors(id),
    queryFn: ({ signal }) => server.call(api.listRecordErrors, { params: { id }, signal }),
  });
  return (
    <ul className={styles.errors}>
      {data?.map((error) => (
        <li key={`${error.date} ${error.msg.en}`} data-tone={looks[error.type].tone}>
          <Icon path={looks[error.type].icon} size={18} />
          <span className={styles.type}>{t(`errorType.${error.type}`)}</span>
          <span>{inPageLanguage(error.msg)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What went wrong with the open record, with the way to have done with it, and what its tasks have said. */
export function RecordLogs(): ReactNode {
  const { t } = useTranslation('record');
  const [asks, setAsks] = useState(false);
  const server = useServer();
  const queryClient = useQueryClient();
  const { id, nb_errors: count, may } = useOpenRecord().record;
  const clear = useMutation({
    mutationFn: () => server.call(api.clearRecordErrors, { params: { id } }),
    onSuccess: () => setAsks(false),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: recordKeys.record(id) });
      await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
    },
  });
  return (
    <>
      {count > 0 ? <ErrorList id={id} /> : <p className={styles.none}>{t('noErrors')}</p>}
      {count > 0 && may.edit && (
        <Button
          className={styles.clear ?? ''}
          onClick={() => setAsks(true)}
          startIcon={<Icon path={mdiNotificationClearAll} size={18} />}
        >
          {t('clearErrors.ask')}
        </Button>
      )}
      <TaskMessages id={id} />
      {asks && (
        <ConfirmDialog
          title={t('clearErrors.title', { count })}
          text={t('clearErrors.text')}
          verb={t('clearErrors.verb')}
          pending={clear.isPending}
          onConfirm={() => clear.mutate()}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
