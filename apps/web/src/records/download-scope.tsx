import Checkbox from '@mui/material/Checkbox';
import { api, type Record } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../base/services.tsx';
import { ChoiceButtons } from '../ui/choice-buttons.tsx';
import { formatChrono } from '../ui/chrono.ts';
import type { DownloadWindow } from './download.ts';
import type { DownloadChoice } from './download-choice.ts';
import styles from './download-dialog.module.css';
import { recordKeys } from './record-queries.ts';

/** The selections that are downloaded of these records: all of several, those that are ticked of one. */
export function scopeOfRecords(records: readonly Record[], ticked: readonly number[]): number[] {
  const all = records.flatMap((record) => record.selections.map(({ id }) => id));
  return records.length === 1 ? all.filter((id) => ticked.includes(id)) : all;
}

/** Whole records or selections; of one record each selection is ticked. */
export function DownloadScope(props: {
  records: readonly Record[];
  /** Of one record. */
  window: DownloadWindow | undefined;
  choice: DownloadChoice;
  onChange(some: Partial<DownloadChoice>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { records, window, choice, onChange } = props;
  const count = records.reduce((sum, record) => sum + record.selections.length, 0);
  if (count === 0 && window === undefined) return null;
  const [only, ...others] = records;
  const isOne = only !== undefined && others.length === 0;
  const ticked = scopeOfRecords(records, choice.selectionIds).length;
  return (
    <fieldset className={styles.group}>
      <legend>{t('download.what')}</legend>
      <ChoiceButtons
        label={t('download.what')}
        chosen={choice.scope}
        choices={[
          {
            value: 'whole' as const,
            label: isOne ? t('download.whole') : t('download.wholes', { count: records.length }),
          },
          ...(count === 0
            ? []
            : [
                {
                  value: 'selections' as const,
                  label: isOne
                    ? t('download.ticked', { count: ticked, total: count })
                    : t('download.theirSelections', { count }),
                },
              ]),
          ...(window === undefined ? [] : [{ value: 'window' as const, label: t('download.window') }]),
        ]}
        onChoose={(scope) => onChange({ scope })}
      />
      {window !== undefined && choice.scope === 'window' && (
        <p className={styles.hint}>
          {t('download.windowOf', { from: formatChrono(window.t0), to: formatChrono(window.t1) })}
        </p>
      )}
      {isOne && choice.scope === 'selections' && <Ticks record={only} choice={choice} onChange={onChange} />}
    </fieldset>
  );
}

function Ticks(props: {
  record: Record;
  choice: DownloadChoice;
  onChange(some: Partial<DownloadChoice>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const server = useServer();
  const { record, choice, onChange } = props;
  const { data } = useQuery({
    queryKey: recordKeys.selections(record.id),
    queryFn: ({ signal }) => server.call(api.listSelections, { params: { id: record.id }, signal }),
    meta: { quiet: true },
  });
  const known = new Map((data ?? []).map((selection) => [selection.id, selection]));
  return (
    <div className={styles.ticks}>
      {record.selections.map(({ id, num }) => {
        const selection = known.get(id);
        const name = selection?.exercise ?? '';
        const others = choice.selectionIds.filter((one) => one !== id);
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is its control
          <label key={id} className={styles.tick}>
            <Checkbox
              size="small"
              checked={others.length < choice.selectionIds.length}
              onChange={(event) => onChange({ selectionIds: event.target.checked ? [...others, id] : others })}
            />
            <span className={styles.number}>{t('download.number', { num })}</span>
            <span className={styles.name} title={name}>
              {name}
            </span>
            {selection !== undefined && <span>{formatChrono(selection.t1 - selection.t0, 0)}</span>}
          </label>
        );
      })}
    </div>
  );
}
