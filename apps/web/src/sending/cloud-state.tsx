import {
  mdiCloudArrowDownOutline,
  mdiCloudCheckOutline,
  mdiCloudOutline,
  mdiCloudRefreshOutline,
  mdiCloudSyncOutline,
  mdiCloudUploadOutline,
} from '@mdi/js';
import type { Record as RecordShape } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './sending.module.css';
import { useWaiting } from './use-waiting.ts';

const icons: Readonly<Record<RecordShape['cloud_state'] | 'elsewhere', string>> = {
  elsewhere: mdiCloudArrowDownOutline,
  local: mdiCloudOutline,
  needs_sending: mdiCloudUploadOutline,
  sending: mdiCloudSyncOutline,
  synced: mdiCloudCheckOutline,
  resend: mdiCloudRefreshOutline,
};

type Shown = Pick<RecordShape, 'id' | 'cloud_state' | 'original_elsewhere'>;

/** What happens next between a record of a list and the cloud. */
export function CloudStateText({ record }: { record: Shown }): ReactNode {
  const { t } = useTranslation('sync');
  const state = record.original_elsewhere ? 'elsewhere' : record.cloud_state;
  const moving = useWaiting(false).data?.items.find((one) => one.record_id === record.id);
  const percent = moving && moving.bytes > 0 ? Math.floor((100 * moving.sent_bytes) / moving.bytes) : 0;
  return (
    <span className={`${styles.state} ${styles[state] ?? ''}`} data-state={state}>
      <Icon path={icons[state]} size={16} />
      {t(`state.${state}`, { percent })}
    </span>
  );
}
