import { mdiCloudKeyOutline, mdiContentCopy, mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { api, type Hub, type LinkedHub } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { useMay } from '../../../base/may.ts';
import { useServer } from '../../../base/services.tsx';
import { saveCsv } from '../../../base/write-csv.ts';
import styles from '../../../ui/card.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import own from './hub-codes-card.module.css';
import { HubReport } from './hub-report.tsx';
import { hubsAsCsv } from './save-hubs.ts';

const queryKey = ['admin', 'linkedHubs'];

/** In the cloud: which hubs are linked, what they have still to send, and the codes by which they are. */
export function HubCodesCard(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  const mayGive = useMay('hub.edit');
  const hubs = useQuery({
    queryKey: ['admin', 'hubsForCodes'],
    queryFn: ({ signal }) => server.call(api.listHubs, { body: { pageSize: -1 }, signal }),
    enabled: isCloud,
  });
  const linked = useQuery({
    queryKey,
    queryFn: ({ signal }) => server.call(api.listLinkedHubs, { signal }),
    enabled: isCloud,
  });
  if (!isCloud) return null;
  return (
    <section className={`${styles.card} ${own.links}`}>
      <h3>
        <Icon path={mdiCloudKeyOutline} />
        {t('hubCodes.title')}
      </h3>
      <p>{t(mayGive ? 'hubCodes.text' : 'hubCodes.textRead')}</p>
      {hubs.data?.items.map((hub) => (
        <HubCode
          key={hub.id}
          hub={hub}
          link={linked.data?.items.find(({ hub_id }) => hub_id === hub.id)}
          mayGive={mayGive}
        />
      ))}
      <div>
        <Button
          disabled={hubs.data === undefined || linked.data === undefined}
          startIcon={<Icon path={mdiDownload} size={18} />}
          onClick={() => saveCsv('hubs', hubsAsCsv(hubs.data?.items ?? [], linked.data?.items ?? []))}
        >
          {t('hubCodes.save')}
        </Button>
      </div>
    </section>
  );
}

/** One hub: since when it is linked and what it said of itself last; its code is made anew or ended. */
function HubCode(props: { hub: Hub; link: LinkedHub | undefined; mayGive: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const queries = useQueryClient();
  const [code, setCode] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { hub, link } = props;
  const params = { id: hub.id };
  const refetch = () => queries.invalidateQueries({ queryKey });
  const give = useMutation({
    mutationFn: () => server.call(api.createHubLink, { params }),
    onSuccess: (made) => {
      setCode(made.code);
      return refetch();
    },
  });
  const revoke = useMutation({
    mutationFn: () => server.call(api.revokeHubLink, { params }),
    onSuccess: () => {
      setAsking(false);
      return refetch();
    },
  });
  return (
    <div className={own.hub}>
      <b className={own.name}>{hub.name}</b>
      <div className={own.said}>{link === undefined ? t('hubCodes.unlinked') : <HubReport link={link} />}</div>
      <div className={own.moves}>
        {props.mayGive && (
          <Button variant="outlined" loading={give.isPending} onClick={() => give.mutate()}>
            {t(link === undefined ? 'hubCodes.give' : 'hubCodes.giveAnew')}
          </Button>
        )}
        {props.mayGive && link !== undefined && (
          <Button color="error" onClick={() => setAsking(true)}>
            {t('hubCodes.revoke')}
          </Button>
        )}
      </div>
      {code !== undefined && <CodeDialog name={hub.name} code={code} onClose={() => setCode(undefined)} />}
      {asking && (
        <ConfirmDialog
          title={t('hubCodes.revokeTitle', { name: hub.name })}
          text={t('hubCodes.revokeText')}
          verb={t('hubCodes.revoke')}
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The code, this once: closing says that it was noted. */
function CodeDialog(props: { name: string; code: string; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  return (
    <Dialog open aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('hubCodes.codeTitle', { name: props.name })}</DialogTitle>
      <DialogContent>
        <p>{t('hubCodes.codeText')}</p>
        <div className={styles.line}>
          <code className={styles.key}>{props.code}</code>
          <CopyButton text={props.code} label={t('copy.do')} icon={mdiContentCopy} />
        </div>
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="contained" onClick={props.onClose}>
          {t('hubCodes.noted')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
