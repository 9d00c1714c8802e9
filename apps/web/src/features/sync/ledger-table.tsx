import { mdiBagSuitcaseOutline, mdiCloudOutline, mdiCloudUploadOutline, mdiMinus } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type LedgerRecord } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { inPageLanguage, notify } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { syncKeys } from './every.ts';
import styles from './sync.module.css';

/** Where each original is, by which hash, since when, and why not; a hub sends them from here. */
export function LedgerTable(props: { records: readonly LedgerRecord[]; isHub: boolean }): ReactNode {
  const { t } = useTranslation('sync');
  const maySend = useMay('record.edit') && props.isHub;
  const columns = ['date', 'name', 'where', 'hash', 'size', 'since', 'lastTry', 'whyNot'] as const;
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'size' ? styles.number : undefined}>
                {t(`column.${column}`)}
              </th>
            ))}
            {maySend && <th aria-label={t('column.action')} />}
          </tr>
        </thead>
        <tbody>
          {props.records.map((record) => (
            <Row key={record.record_id} record={record} maySend={maySend} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ record, maySend }: { record: LedgerRecord; maySend: boolean }): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  return (
    <tr>
      <td>{moment(record.started_at)}</td>
      <th scope="row">
        <Link to="/records/$recordId" params={{ recordId: String(record.record_id) }}>
          {record.name}
        </Link>
      </th>
      <td>
        <Where record={record} />
      </td>
      <td>{record.sha256 === null ? '–' : <Hash sha256={record.sha256} />}</td>
      <td className={styles.number}>{formatBytes(record.bytes, language)}</td>
      <td className={styles.sinceThen}>{moment(record.since)}</td>
      <td className={styles.sinceThen}>{moment(record.last_try)}</td>
      <td className={styles.cause}>{record.why_not === null ? '' : inPageLanguage(record.why_not)}</td>
      {maySend && (
        <td>
          <SendButton record={record} word={t} />
        </td>
      )}
    </tr>
  );
}

/** Two places, an empty one a dash, then what happens next. */
function Where({ record }: { record: LedgerRecord }): ReactNode {
  const { t } = useTranslation('sync');
  const { here, cloud, cloud_state: state, sent_bytes: sent, bytes } = record;
  const place = here ? (cloud ? 'both' : 'hub') : cloud ? 'cloud' : 'nowhere';
  const percent = bytes === 0 ? 0 : Math.floor((100 * sent) / bytes);
  const next = state === 'synced' || state === 'local' ? t(`place.${place}`) : t(`state.${state}`, { percent });
  return (
    <span className={`${styles.where} ${styles[state] ?? ''}`}>
      <Icon path={here ? mdiBagSuitcaseOutline : mdiMinus} size={16} />
      <Icon path={cloud ? mdiCloudOutline : mdiMinus} size={16} />
      {next}
    </span>
  );
}

function Hash({ sha256 }: { sha256: string }): ReactNode {
  const { t } = useTranslation('sync');
  const copy = async () => {
    if (await copyText(sha256)) notify({ kind: 'success', text: t('copied') });
    else notify({ kind: 'warning', text: sha256 });
  };
  return (
    <button type="button" className={styles.hash} title={t('copyHash')} onClick={() => void copy()}>
      {sha256.slice(0, 4)}…{sha256.slice(-4)}
    </button>
  );
}

/** Sends an original, sends it anew, or takes it out of what is sent. */
function SendButton({ record, word: t }: { record: LedgerRecord; word: (key: string) => string }): ReactNode {
  const server = useServer();
  const queries = useQueryClient();
  const waits = ['needs_sending', 'sending', 'resend'].includes(record.cloud_state);
  const change = useMutation({
    mutationFn: () => {
      const body = { record_ids: [record.record_id] };
      return waits
        ? server.call(api.cancelSending, { body })
        : server.call(api.sendRecords, { body: { ...body, first: true } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: syncKeys.all }),
  });
  if (!record.here) return null;
  return (
    <Button
      size="small"
      {...(!waits && { startIcon: <Icon path={mdiCloudUploadOutline} size={18} /> })}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {waits ? t('cancel') : record.cloud ? t('sendAgain') : t('send')}
    </Button>
  );
}
