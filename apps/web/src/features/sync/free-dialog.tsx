import { mdiBagSuitcaseOutline, mdiCloudCheckOutline, mdiLockOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { api } from '@sillage/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { syncKeys } from '../../sending/every.ts';
import { ChoiceButtons } from '../../ui/choice-buttons.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import styles from './free-dialog.module.css';

const keptDays = ['7', '30', '0'] as const;

/** Makes room on this hub: what goes, what stays by choice, and what stays because only this hub is known to have it. */
export function FreeDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  const language = useAppearance((appearance) => appearance.language);
  const heading = useId();
  const [days, setDays] = useState<(typeof keptDays)[number]>('30');
  const { data } = useQuery({
    queryKey: [...syncKeys.all, 'freeable', days],
    queryFn: ({ signal }) => server.call(api.readFreeable, { query: { keep_days: days }, signal }),
    placeholderData: keepPreviousData,
  });
  const free = useMutation({
    mutationFn: () => server.call(api.freeRecords, { body: { keep_days: Number(days) } }),
    onSuccess: ({ count, bytes }) => {
      notify({ kind: 'success', text: t('free.begun', { count, size: formatBytes(bytes, language) }) });
      props.onClose();
      return queries.invalidateQueries({ queryKey: syncKeys.all });
    },
  });
  const size = formatBytes(data?.free.bytes ?? 0, language);
  const lines = [
    [mdiCloudCheckOutline, 'free'],
    [mdiBagSuitcaseOutline, 'chosen'],
    [mdiLockOutline, 'unconfirmed'],
  ] as const;
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('free.title')}</DialogTitle>
      <DialogContent className={styles.freeing ?? ''}>
        <p>{t('free.text')}</p>
        <div className={styles.freeingChoice}>
          <span>{t('free.keep')}</span>
          <ChoiceButtons<(typeof keptDays)[number]>
            label={t('free.keep')}
            chosen={days}
            choices={keptDays.map((value) => ({ value, label: t(`free.days.${value}`) }))}
            onChoose={setDays}
          />
        </div>
        {data === undefined && <LoadingRows />}
        {data !== undefined && (
          <dl className={styles.freed}>
            {lines.map(([path, name]) => (
              <div key={name}>
                <dt>
                  <Icon path={path} size={18} />
                  {t(`free.${name}`)}
                </dt>
                <dd>{t('free.count', { count: data[name].count, size: formatBytes(data[name].bytes, language) })}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={styles.again}>{t('free.again')}</p>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('free.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={free.isPending}
          disabled={(data?.free.count ?? 0) === 0}
          onClick={() => free.mutate()}
        >
          {t('free.verb', { size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
