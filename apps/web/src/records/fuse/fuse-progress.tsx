import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import type { Record } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnfinished } from '../../base/my-tasks.ts';
import { inPageLanguage } from '../../base/notify.ts';
import styles from './fuse-dialog.module.css';
import { fusedRecord, useCancelTask, useFusionTask } from './fusion-queries.ts';

/** How far a fusion is, and the way to what it made; it goes on when this is closed. */
export function FuseProgress(props: {
  title: string;
  taskId: number;
  parts: readonly Record[];
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const heading = useId();
  const navigate = useNavigate();
  const { data: task } = useFusionTask(props.taskId);
  const cancel = useCancelTask();
  const made = fusedRecord(task, props.parts);
  const runs = task == null || isUnfinished(task);
  const last = task?.messages_history.at(-1)?.msg;
  const open = () => {
    props.onClose();
    void navigate({ to: '/records/$recordId', params: { recordId: String(made) } });
  };
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{props.title}</DialogTitle>
      <DialogContent className={styles.content ?? ''}>
        {runs && (
          <LinearProgress
            aria-label={t('fuse.running')}
            {...(task?.progress ? { variant: 'determinate' as const, value: task.progress * 100 } : {})}
          />
        )}
        <p role="status">{last === undefined ? t('fuse.running') : inPageLanguage(last)}</p>
      </DialogContent>
      <DialogActions>
        {runs && task != null && (
          <Button onClick={() => cancel.mutate(props.taskId)} loading={cancel.isPending || task.ask_cancel}>
            {t('fuse.stop')}
          </Button>
        )}
        <Button onClick={props.onClose}>{t('download.close')}</Button>
        {made !== undefined && (
          <Button variant="contained" autoFocus onClick={open}>
            {t('fuse.open')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
