import { mdiContentCopy, mdiEyeOffOutline, mdiEyeOutline, mdiKeyOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { api, limits } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { useClientFace } from '../../../frame/client-face.tsx';
import styles from '../../../ui/card.module.css';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** The key all but its last four characters covered. */
export function coverKey(key: string): string {
  const shown = 4;
  return key.slice(0, -shown).replace(/[^-]/g, '•') + key.slice(-shown);
}

/** The recovery key of the active client: shown on request, copied, renewed after a question. */
export function RecoveryKeyCard(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const queryClient = useQueryClient();
  const active = useClientFace();
  const [shown, setShown] = useState(false);
  const [asking, setAsking] = useState(false);
  const queryKey = ['admin', 'recoveryKey', active.id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => server.call(api.readRecoveryKey, { params: { id: active.id }, signal }),
    // A secret: nothing of it stays once it is off the screen.
    gcTime: 0,
    meta: { quiet: true },
  });
  const renew = useMutation({
    mutationFn: () => server.call(api.renewRecoveryKey, { params: { id: active.id } }),
    onSuccess: (renewed) => {
      queryClient.setQueryData(queryKey, renewed);
      setAsking(false);
      setShown(true);
    },
  });
  const key = data?.recovery_key ?? null;
  return (
    <section className={styles.card}>
      <h3>
        <Icon path={mdiKeyOutline} />
        {t('recoveryKey.title')}
      </h3>
      <p>{t('recoveryKey.text', { name: active.name, version: limits.recoveryKeyMinimumVersion })}</p>
      <div className={styles.line}>
        <code className={styles.key}>{key === null ? t('recoveryKey.none') : shown ? key : coverKey(key)}</code>
        {key !== null && (
          <>
            <IconButton
              aria-label={t(shown ? 'recoveryKey.hide' : 'recoveryKey.show')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
            </IconButton>
            <CopyButton text={key} label={t('copy.do')} icon={mdiContentCopy} />
          </>
        )}
        <Button
          variant="outlined"
          loading={key === null && renew.isPending}
          onClick={() => (key === null ? renew.mutate() : setAsking(true))}
        >
          {t(key === null ? 'recoveryKey.make' : 'recoveryKey.renew')}
        </Button>
      </div>
      {asking && (
        <RenewDialog
          name={active.name}
          pending={renew.isPending}
          onRenew={() => renew.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function RenewDialog(props: { name: string; pending: boolean; onRenew(): void; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('recoveryKey.renewTitle', { name: props.name })}</DialogTitle>
      <DialogContent>{t('recoveryKey.renewText')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" color="error" loading={props.pending} onClick={props.onRenew}>
          {t('recoveryKey.renewNow')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
