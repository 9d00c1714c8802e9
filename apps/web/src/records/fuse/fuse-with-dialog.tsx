import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { limits, type Record } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { sourceOf, titleOf } from '../describe-record.ts';
import { useRecordList } from '../record-queries.ts';
import styles from './fuse-dialog.module.css';
import { FuseDialog } from './fuse-dialog.tsx';

/** ms before and after the start of a record that others are offered of. */
const aroundMilliseconds = 12 * 3600 * 1000;
/** Records on either side that are offered at first, and that more are. */
const offeredAtOnce = 20;
/** ms that words rest before they are searched. */
const restMilliseconds = 300;
const longestSearch = 200;

/** Which records become one with this one: those of the same hours, the nearest first, then how. */
export function FuseWithDialog(props: { record: Record; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<number, Record>>(new Map());
  const [isChosen, setIsChosen] = useState(false);
  const [words, setWords] = useState('');
  const [offered, setOffered] = useState(offeredAtOnce);
  const near = useNearRecords(record, useSettled(words.trim(), restMilliseconds), offered);
  if (isChosen) return <FuseDialog records={[record, ...chosen.values()]} onClose={props.onClose} />;
  const toggle = (one: Record) => {
    const others = new Map(chosen);
    if (!others.delete(one.id)) others.set(one.id, one);
    setChosen(others);
  };
  // What was chosen stays in sight whatever is searched.
  const listed = [...chosen.values(), ...(near?.records ?? []).filter(({ id }) => !chosen.has(id))];
  return (
    <FormDialog
      title={t('fuse.with')}
      className={styles.content}
      cancel={t('cancel')}
      save={t('fuse.next')}
      ready={chosen.size > 0}
      saving={false}
      onSave={() => setIsChosen(true)}
      onClose={props.onClose}
    >
      <TextField
        type="search"
        label={t('fuse.search')}
        value={words}
        slotProps={{ htmlInput: { maxLength: longestSearch } }}
        onChange={(event) => setWords(event.target.value)}
      />
      {near !== undefined && (
        <p className={styles.note} role="status">
          {near.records.length === 0 ? t('fuse.none') : t('fuse.near', { count: near.total })}
        </p>
      )}
      <ul className={styles.parts}>
        {listed.map((one) => (
          <li key={one.id}>
            <label className={styles.part}>
              <input
                type="checkbox"
                checked={chosen.has(one.id)}
                disabled={!chosen.has(one.id) && chosen.size >= limits.recordsAFusion - 1}
                onChange={() => toggle(one)}
              />
              <span className={styles.name}>
                {titleOf(one, language)}
                <span>
                  {[
                    ...(one.users.length > 0 ? [sourceOf(one)] : []),
                    formatChrono(one.duration, 1),
                    t(overlaps(record, one) ? 'fuse.overlaps' : 'fuse.apartInTime'),
                  ].join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {near?.hasMore && <Button onClick={() => setOffered(offered + offeredAtOnce)}>{t('fuse.more')}</Button>}
    </FormDialog>
  );
}

interface NearRecords {
  readonly records: readonly Record[];
  /** Of these hours, those that cannot be fused among them. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** Records that began before and after one, the nearest of either side; those that share a moment with it come first. */
function useNearRecords(record: Record, search: string, pageSize: number): NearRecords | undefined {
  const { timestamp, client_id } = record;
  const iso = (ms: number) => new Date(ms).toISOString();
  const of = { clientIds: [client_id], include_seances_subrecords: true, search, pageSize };
  const after = { minDate: iso(timestamp), maxDate: iso(timestamp + aroundMilliseconds), sort_desc: false };
  const before = { minDate: iso(timestamp - aroundMilliseconds), maxDate: iso(timestamp - 1), sort_desc: true };
  const { data: later } = useRecordList({ ...of, ...after });
  const { data: earlier } = useRecordList({ ...of, ...before });
  if (later === undefined || earlier === undefined) return undefined;
  const found = [...later.records, ...earlier.records].filter(({ id }) => id !== record.id);
  const away = (one: Record) => Math.abs(one.timestamp - timestamp);
  const records = found
    .filter((one) => one.visualisable && one.may.edit)
    .sort((a, b) => Number(overlaps(record, b)) - Number(overlaps(record, a)) || away(a) - away(b) || a.id - b.id);
  const fetched = later.records.length + earlier.records.length;
  const itself = later.records.length + earlier.records.length - found.length;
  return { records, total: later.total + earlier.total - itself, hasMore: fetched < later.total + earlier.total };
}

const endOf = ({ timestamp, duration }: Record): number => timestamp + duration * 1000;
const overlaps = (one: Record, other: Record): boolean => one.timestamp < endOf(other) && other.timestamp < endOf(one);
