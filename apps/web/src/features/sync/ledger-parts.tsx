import { mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import { api, type LedgerRecord, refuse } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { saveFrom } from '../../base/save-file.ts';
import { useServices } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './sync.module.css';

/** What a record is made of, and which of it travels: its original by its bytes, its signals never, its rows by themselves. */
export function LedgerParts({ record, columns }: { record: LedgerRecord; columns: number }): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const isCloud = useBackendInfo()?.back_type === 'cloud';
  const { is_journal: isJournal, missing_blocks: missing, sent_bytes: sent, bytes, selections, sha256 } = record;
  const size = (value: number) => formatBytes(value, language);
  const confirmed = record.cloud_state === 'synced' ? bytes : sent;
  const parts: readonly (readonly [string, ...string[]])[] = [
    [
      t(isJournal ? 'parts.journal' : 'parts.file'),
      isCloud ? size(bytes) : t('parts.confirmed', { sent: size(confirmed), all: size(bytes) }),
      isJournal && missing !== null ? t('parts.blocks', { count: missing }) : '',
    ],
    [t('parts.signals'), t('parts.signalsStay')],
    [t('parts.rows'), t('parts.selections', { count: selections })],
    [t('column.hash'), sha256 ?? t('parts.noHash')],
  ];
  return (
    <tr className={styles.parts}>
      <td colSpan={columns}>
        <dl>
          {parts.map(([name, ...said]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{said.filter((text) => text !== '').join(' · ')}</dd>
            </div>
          ))}
          {record.replaced.map((copy) => (
            <Replaced key={copy.key} record={record} copy={copy} />
          ))}
        </dl>
      </td>
    </tr>
  );
}

/** An original that another one took the place of, and the way to have it back as a file. */
function Replaced(props: { record: LedgerRecord; copy: LedgerRecord['replaced'][number] }): ReactNode {
  const { t } = useTranslation('sync');
  const { record, copy } = props;
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const { server, apiUrl } = useServices();
  const save = useMutation({
    mutationFn: async () => {
      // Renews the session first when it has to be; copies end by themselves.
      const { items } = await server.call(api.readLedger, { query: { record_id: record.record_id } });
      const isKept = items.some((one) => one.replaced.some(({ key }) => key === copy.key));
      if (!isKept) throw new ApiError(404, refuse('sync.copyGone').body());
      saveFrom(apiUrl + api.readReplaced.path.replace(':id', String(record.record_id)).replace(':key', copy.key));
    },
  });
  const said = [
    t('parts.replacedAt', { date: moment(copy.replaced_at) }),
    t('parts.keptUntil', { date: moment(copy.kept_until) }),
    formatBytes(copy.bytes, language),
  ];
  return (
    <div>
      <dt>{t('parts.replaced')}</dt>
      <dd>
        {said.join(' · ')}
        <Button
          size="small"
          loading={save.isPending}
          onClick={() => save.mutate()}
          startIcon={<Icon path={mdiDownload} size={16} />}
        >
          {t('parts.saveReplaced')}
        </Button>
      </dd>
    </div>
  );
}
