import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import type { ApiClient } from '@sillage/client';
import { api, type Restart } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import styles from '../ui/card.module.css';

export type Restarted = z.infer<typeof Restart>['what'];

/** Asks, restarts, waits until the server answers again. A hub that was switched off is not waited for. */
export function RestartDialog(props: { what: Restarted; name: string; onClose(): void }): ReactNode {
  const { what, name, onClose } = props;
  const { t } = useTranslation('admin');
  const heading = useId();
  const server = useServer();
  const restart = useMutation({
    mutationFn: () => server.call(api.restartServer, { body: { what } }),
  });
  if (restart.data && what === 'poweroff') return <Off name={name} />;
  if (restart.data) return <Waiting seconds={restart.data.seconds} what={what} name={name} onBack={onClose} />;
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t(`restart.${what}Title`, { name })}</DialogTitle>
      <DialogContent>{t(`restart.${what}Text`)}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          color={what === 'poweroff' ? 'error' : 'primary'}
          loading={restart.isPending}
          onClick={() => restart.mutate()}
        >
          {t(`restart.${what}Now`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Off(props: { name: string }): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  return (
    <Dialog open aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('restart.offTitle', { name: props.name })}</DialogTitle>
      <DialogContent>
        <p role="status">{t('restart.offText')}</p>
      </DialogContent>
    </Dialog>
  );
}

/** ms between two questions whether it is back, and before the first: it still answers while it ends. */
const askMilliseconds = 2000;

async function answers(server: ApiClient): Promise<boolean> {
  try {
    await server.call(api.health);
    return true;
  } catch {
    return false;
  }
}

/** Seconds since it began, and whether the server went away and answers again. */
function useReturn(seconds: number, onBack: () => void): { elapsed: number; late: boolean } {
  const server = useServer();
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const began = Date.now();
    let wasAway = false;
    let ended = false;
    const timer = setInterval(async () => {
      const now = (Date.now() - began) / 1000;
      setElapsed(now);
      const there = await answers(server);
      wasAway ||= !there;
      // One that is back before it was seen away was quick: it had the time it takes.
      if (!ended && there && (wasAway || now > seconds)) {
        ended = true;
        onBack();
      }
    }, askMilliseconds);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [server, seconds, onBack]);
  return { elapsed, late: elapsed > seconds * 2 };
}

function Waiting(props: { seconds: number; what: Restarted; name: string; onBack(): void }): ReactNode {
  const { seconds, what, name } = props;
  const { t } = useTranslation('admin');
  const heading = useId();
  const queryClient = useQueryClient();
  const [back] = useState(() => () => {
    props.onBack();
    notify({ kind: 'success', text: t('restart.back', { name }) });
    void queryClient.invalidateQueries();
  });
  const { elapsed, late } = useReturn(seconds, back);
  return (
    <Dialog open aria-labelledby={heading}>
      <DialogTitle id={heading}>{t(`restart.${what}Waiting`, { name })}</DialogTitle>
      <DialogContent className={styles.waiting ?? ''}>
        <LinearProgress
          variant="determinate"
          value={Math.min(100, (elapsed / seconds) * 100)}
          aria-label={t(`restart.${what}Waiting`, { name })}
        />
        <p role="status">{t(late ? 'restart.late' : 'restart.waitText', { seconds })}</p>
      </DialogContent>
      {late && (
        <DialogActions>
          <Button onClick={props.onBack}>{t('common.close')}</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
