import TextField from '@mui/material/TextField';
import { limits } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { titleOf } from '../../records/describe-record.ts';
import { useRecordList } from '../../records/record-queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import styles from './add-dialog.module.css';

const [restMilliseconds, mostOffered] = [250, 50];

/** Records to compare with those that are there: the newest, or what is searched. */
export function AddDialog(props: { ids: readonly number[]; onAdd(ids: number[]): void; onClose(): void }): ReactNode {
  const { t } = useTranslation('compare');
  const language = useAppearance((appearance) => appearance.language);
  const { id: clientId } = useActiveClient();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const search = useSettled(typed, restMilliseconds);
  const { data } = useRecordList({
    clientIds: [clientId],
    search,
    include_seances_subrecords: true,
    pageSize: mostOffered,
  });
  const offered = data?.records.filter(({ id, visualisable }) => visualisable && !props.ids.includes(id)) ?? [];
  const isFull = props.ids.length + chosen.length >= limits.recordsCompared;
  return (
    <FormDialog
      title={t('list.add')}
      className={styles.adding}
      cancel={t('cancel')}
      save={t('list.addThem')}
      saving={false}
      onSave={() => {
        props.onAdd([...chosen]);
        props.onClose();
      }}
      onClose={props.onClose}
    >
      <TextField autoFocus label={t('list.search')} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <ul>
        {offered.map((record) => (
          <li key={record.id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(record.id)}
                disabled={isFull && !chosen.includes(record.id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, record.id] : chosen.filter((id) => id !== record.id))
                }
              />
              {titleOf(record, language)}
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
