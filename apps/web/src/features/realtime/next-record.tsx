import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, type NextRecord, type NextRecordEdit } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { inPageLanguage, notifyProblem } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useClientLists } from '../../records/record-queries.ts';
import styles from './session-row.module.css';

/** Characters of a title. */
const longestTitle = 60;

/** What was chosen for the next record of the first of these devices; a change is of all of them. */
function useNextRecord(devices: readonly LiveDevice[]): {
  readonly next: NextRecord | undefined;
  change(edit: NextRecordEdit): void;
} {
  const server = useServer();
  const queries = useQueryClient();
  const { id: clientId } = useActiveClient();
  const number = devices[0]?.number;
  const key = ['nextRecord', clientId, number];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      server.call(api.readNextRecord, { params: { clientId, deviceNumber: number ?? 0 }, signal }),
    enabled: number !== undefined,
    meta: { quiet: true },
  });
  const { mutate } = useMutation({
    mutationFn: (edit: NextRecordEdit) =>
      Promise.all(
        devices.map((device) =>
          server.call(api.editNextRecord, { params: { clientId, deviceNumber: device.number }, body: edit }),
        ),
      ),
    onSuccess: async ([first]) => {
      if (first) queries.setQueryData<NextRecord>(key, first);
      // Another sport tells other indicators.
      await queries.invalidateQueries({ queryKey: ['deviceIndicators', clientId] });
    },
    onError: notifyProblem,
  });
  return { next: data, change: mutate };
}

/** Sport, exercise and title of what the ticked devices record next. */
export function NextRecordFields({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { sports, exercises } = useClientLists();
  const { next, change } = useNextRecord(devices);
  if (next === undefined) return null;
  const listed = <V extends { id: number }>(items: readonly V[], id: number | null) =>
    items.some((item) => item.id === id) ? String(id) : '';
  return (
    <>
      <Pick
        label={t('session.sport')}
        none={t('session.noSport')}
        value={listed(sports, next.sport_id)}
        choices={sports.map((sport) => ({ id: sport.id, name: inPageLanguage(sport.display_name) }))}
        onChange={(sport_id) => change({ sport_id })}
      />
      <Pick
        label={t('session.exercise')}
        none={t('session.noExercise')}
        value={listed(exercises, next.exercise_id)}
        choices={exercises}
        onChange={(exercise_id) => change({ exercise_id })}
      />
      <Title key={next.title} title={next.title} onChange={(title) => change({ title })} />
    </>
  );
}

interface PickProps {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly choices: readonly { readonly id: number; readonly name: string }[];
  onChange(id: number | null): void;
}

function Pick({ label, none, value, choices, onChange }: PickProps): ReactNode {
  return (
    <TextField
      select
      variant="outlined"
      size="small"
      fullWidth={false}
      className={styles.choice ?? ''}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': label },
          renderValue: (shown) => (
            <span className={styles.shown}>
              <small>{label}</small> {choices.find(({ id }) => String(id) === shown)?.name ?? none}
            </span>
          ),
        },
      }}
    >
      <MenuItem value="">{none}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={String(id)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Kept when it is left, or by Enter. */
function Title({ title, onChange }: { title: string; onChange(title: string): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const [typed, type] = useState(title);
  const keep = () => {
    if (typed.trim() !== title) onChange(typed.trim());
  };
  return (
    <TextField
      variant="outlined"
      size="small"
      fullWidth={false}
      className={styles.title ?? ''}
      placeholder={t('session.title')}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
      slotProps={{ htmlInput: { 'aria-label': t('session.title'), maxLength: longestTitle } }}
    />
  );
}
