import { mdiCheckCircleOutline, mdiEmailOutline, mdiLinkVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { api, type User } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { sentenceOfProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { SecretBox } from '../../../tables/secret-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './invitation-dialog.module.css';

/** Sends a link to choose a password; without mail, shows the link and says how to hand it over. */
export function InvitationDialog(props: { row: User; onClose(): void }): ReactNode {
  const { row, onClose } = props;
  const { t } = useTranslation('admin');
  const moment = useFormatDate('moment');
  const heading = useId();
  const mails = useBackendInfo()?.can_mail !== false;
  const server = useServer();
  const invite = useMutation({
    mutationFn: () => server.call(api.inviteUser, { params: { id: row.id } }),
    meta: { quiet: true },
  });
  const name = `${row.firstname} ${row.lastname}`;
  const until = invite.data && moment(invite.data.expires_at);
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('invitation.title', { name })}</DialogTitle>
      <DialogContent>
        {invite.data === undefined && (
          <p className={styles.text}>{t(mails ? 'invitation.text' : 'invitation.textByHand', { mail: row.mail })}</p>
        )}
        {invite.data?.mailed && (
          <p className={styles.done} role="status">
            <Icon path={mdiCheckCircleOutline} />
            {t('invitation.mailed', { mail: row.mail, until })}
          </p>
        )}
        {invite.data?.link && (
          <div role="status">
            <p className={styles.text}>{t('invitation.byHand', { name: row.firstname })}</p>
            <SecretBox label={t('invitation.link')} secret={new URL(invite.data.link, location.href).href} />
            <p className={styles.text}>{t('invitation.until', { until })}</p>
          </div>
        )}
        {invite.error !== null && (
          <p role="alert" className={styles.problem}>
            {sentenceOfProblem(invite.error, t('common.unreachable'))}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        {invite.data === undefined ? (
          <>
            <Button onClick={onClose}>{t('invitation.later')}</Button>
            <Button
              variant="contained"
              loading={invite.isPending}
              onClick={() => invite.mutate()}
              startIcon={<Icon path={mails ? mdiEmailOutline : mdiLinkVariant} size={18} />}
            >
              {t(mails ? 'invitation.send' : 'invitation.make')}
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
