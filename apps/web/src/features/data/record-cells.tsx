import { mdiCommentTextOutline, mdiVideoOutline } from '@mdi/js';
import type { Record, RecordSort } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { isSession, sourceOf } from '../../records/describe-record.ts';
import { DurationText, isUnderWay } from '../../records/duration-text.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { CloudStateText } from '../../sending/cloud-state.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './record-table.module.css';
import { RowTrace } from './row-trace.tsx';
import { type ColumnName, useTableView } from './table-view.ts';
import { TrialText } from './trial-cell.tsx';

interface Column {
  /** Undefined where rows cannot be compared. */
  readonly sort: RecordSort | undefined;
  /** Below it nothing can be read; as in record-table.module.css where the column has a width there. */
  readonly leastPixels: number;
  readonly Cell: (props: { record: Record }) => ReactNode;
}

/** What stands where there is nothing. */
const none = '–';

/** What the table shows of a record, by column. */
export const recordColumns: Readonly<globalThis.Record<ColumnName, Column>> = {
  sport: { sort: 'sport', leastPixels: 116, Cell: SportCell },
  exercise: { sort: 'exercise', leastPixels: 100, Cell: ExerciseCell },
  result: {
    sort: undefined,
    leastPixels: 100,
    Cell: ({ record }) => (record.trial ? <TrialText trial={record.trial} /> : none),
  },
  device: { sort: 'device', leastPixels: 98, Cell: DeviceCell },
  group: { sort: 'group', leastPixels: 120, Cell: ({ record }) => <TextCell text={record.group_name} /> },
  preview: { sort: undefined, leastPixels: 164, Cell: PreviewCell },
  duration: { sort: 'duration', leastPixels: 90, Cell: ({ record }) => <DurationText record={record} /> },
  size: { sort: 'size', leastPixels: 76, Cell: SizeCell },
  cloud: { sort: undefined, leastPixels: 128, Cell: CloudCell },
  comment: { sort: undefined, leastPixels: 140, Cell: ({ record }) => <TextCell text={record.comment} /> },
};

/** px of the columns that always are: athletes, and what has a width of its own. */
const fixedPixels = 120 + 46 + 30 + 148 + 40;

/** px below which the table is scrolled. */
export function leastWidth(columns: readonly ColumnName[]): number {
  return columns.reduce((sum, name) => sum + recordColumns[name].leastPixels, fixedPixels);
}

function SportCell({ record }: { record: Record }): ReactNode {
  if (record.sport_disp_name === null) return none;
  const name = inPageLanguage(record.sport_disp_name);
  return (
    <span className={styles.sportName} title={name}>
      <Icon path={sportIcon(record.sport_name)} size={16} />
      <span>{name}</span>
    </span>
  );
}

function DeviceCell({ record }: { record: Record }): ReactNode {
  return <TextCell text={isSession(record) ? null : sourceOf(record)} />;
}

function ExerciseCell({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('data');
  const isPlain = record.record_type === 'record';
  const hasColumn = useTableView(({ columns }) => columns.includes('comment'));
  const isMarked = record.comment !== '' && !hasColumn;
  if (isPlain && !record.exercise_name && !isMarked) return none;
  return (
    <span className={styles.marked}>
      <span title={record.exercise_name ?? ''}>
        {!isPlain && (
          <span className={styles.film}>
            {record.record_type === 'video' && <Icon path={mdiVideoOutline} size={16} />}
            <span className={styles.type}>{t(`type.${record.record_type}`)}</span>
          </span>
        )}
        {record.exercise_name}
        {isPlain && !record.exercise_name && none}
      </span>
      {isMarked && (
        <span
          className={styles.noted}
          role="img"
          aria-label={t('row.comment', { comment: record.comment })}
          title={record.comment}
        >
          <Icon path={mdiCommentTextOutline} size={16} />
        </span>
      )}
    </span>
  );
}

function PreviewCell({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('records');
  const named = useTableView(({ traced }) => traced === null);
  if (isSession(record)) return t('session.records', { count: record.seance_records.length });
  if (record.video !== null) return `${record.video.width} × ${record.video.height}`;
  if (record.decode_state !== 'done' || !record.visualisable) return <RecordState record={record} />;
  return <RowTrace record={record} width={76} height={24} named={named} />;
}

function SizeCell({ record }: { record: Record }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  return isUnderWay(record) ? none : formatBytes(record.size, language);
}

/** A session has no original of its own. */
function CloudCell({ record }: { record: Record }): ReactNode {
  return isSession(record) ? none : <CloudStateText record={record} />;
}

function TextCell({ text }: { text: string | null }): ReactNode {
  return text === null || text === '' ? none : <span title={text}>{text}</span>;
}
