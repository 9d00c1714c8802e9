import { limits, type Record } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { titleOf } from '../describe-record.ts';
import { useRecordList } from '../record-queries.ts';
import styles from './fuse-dialog.module.css';
import { FuseDialog } from './fuse-dialog.tsx';

/** ms before and after a record that others are offered of, and how many. */
const [aroundMilliseconds, mostOffered] = [12 * 3600 * 1000, 20];

/** Which records become one with this one: those of the same hours, then how. */
export function FuseWithDialog(props: { record: Record; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isChosen, setIsChosen] = useState(false);
  const { data } = useRecordList({
    clientIds: [record.client_id],
    minDate: new Date(record.timestamp - aroundMilliseconds).toISOString(),
    maxDate: new Date(record.timestamp + aroundMilliseconds).toISOString(),
    include_seances_subrecords: true,
    pageSize: mostOffered,
  });
  const others = data?.records.filter((one) => one.id !== record.id && one.visualisable && one.may.edit);
  const picked = (others ?? []).filter(({ id }) => chosen.has(id));
  if (isChosen) return <FuseDialog records={[record, ...picked]} onClose={props.onClose} />;
  const toggle = (id: number) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  return (
    <FormDialog
      title={t('fuse.with')}
      className={styles.content}
      cancel={t('cancel')}
      save={t('fuse.next')}
      saving={false}
      onSave={() => picked.length > 0 && setIsChosen(true)}
      onClose={props.onClose}
    >
      {others?.length === 0 && <p className={styles.note}>{t('fuse.none')}</p>}
      <ul className={styles.parts}>
        {others?.map((one) => (
          <li key={one.id}>
            <label className={styles.part}>
              <input
                type="checkbox"
                checked={chosen.has(one.id)}
                disabled={!chosen.has(one.id) && chosen.size >= limits.recordsAFusion - 1}
                onChange={() => toggle(one.id)}
              />
              <span className={styles.name}>{titleOf(one, language)}</span>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
