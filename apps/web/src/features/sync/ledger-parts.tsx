import type { LedgerRecord } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
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
      isCloud ? '' : t('parts.confirmed', { sent: size(confirmed), all: size(bytes) }),
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
        </dl>
      </td>
    </tr>
  );
}
