import { mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { api, type PhoneInvited } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { PickGroup } from '../../../records/pick-group.tsx';
import { useClientLists } from '../../../records/record-queries.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from './invite-dialog.module.css';

/** A code that any number of phones scan; it ends by itself after half a day. */
export default function InviteDialog(props: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('realtime');
  const heading = useId();
  const server = useServer();
  const client = useActiveClient();
  const { groups } = useClientLists();
  const [chosen, setChosen] = useState<number | null>();
  const groupId = chosen === undefined ? (groups[0]?.id ?? null) : chosen;
  const invited = useQuery({
    queryKey: ['phoneInvitation', client.id, groupId],
    queryFn: ({ signal }) =>
      server.call(api.invitePhones, { params: { clientId: client.id }, body: { group_id: groupId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('phones.title')}</DialogTitle>
      <DialogContent className={styles.content ?? ''}>
        <p>{t('phones.text')}</p>
        <PickGroup value={groupId} none={t('phones.noGroup')} onChange={setChosen} />
        {invited.error !== null && <p role="alert">{sentenceOfProblem(invited.error, t('phones.noAnswer'))}</p>}
        {invited.data !== undefined && <Code invited={invited.data} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={props.onClose}>
          {t('phones.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Code({ invited }: { invited: PhoneInvited }): ReactNode {
  const { t } = useTranslation('realtime');
  const formatDate = useFormatDate('moment');
  const server = useServer();
  const access = useQuery({
    queryKey: ['secureAccess'],
    queryFn: ({ signal }) => server.call(api.readSecureAccess, { signal }),
    meta: { quiet: true },
  }).data;
  const [url = ''] = invited.urls;
  return (
    <>
      <div className={styles.code}>
        <QrCode text={url} name={t('phones.qrCode')} size={240} />
      </div>
      <div className={styles.address}>
        <code>{url.split('#', 1)[0]}</code>
        <CopyButton text={url} label={t('phones.copy')} icon={mdiContentCopy} />
      </div>
      <p className={styles.small}>{t('phones.until', { time: formatDate(invited.ends) })}</p>
      {access?.fingerprint != null && (
        <p className={styles.small}>
          {t('phones.fingerprint')} <code>{access.fingerprint.slice(0, 16).match(/.{4}/g)?.join(' ')}</code>
        </p>
      )}
      {url.startsWith('http:') && access?.port === null && <p role="alert">{t('phones.notSecure')}</p>}
    </>
  );
}
