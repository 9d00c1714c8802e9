import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Record, RecordEdit } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../base/notify.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongField } from '../ui/long-field.tsx';
import { PickMany } from '../ui/pick-many.tsx';
import styles from './dialogs.module.css';
import { PickExercise } from './pick-exercise.tsx';
import { PickGroup } from './pick-group.tsx';
import { useClientLists, useEditRecords } from './record-queries.ts';

/** What is said of records together and one by one. */
export type Fields = Required<Pick<RecordEdit, 'user_ids' | 'sport_id' | 'group_id' | 'exercise_name' | 'comment'>>;

/** What all the records have in common, to begin with. */
export function shared(records: readonly Record[]): Fields {
  const [first, ...others] = records;
  const same = <V,>(read: (record: Record) => V, none: V): V => {
    if (first === undefined) return none;
    const value = read(first);
    return others.every((other) => JSON.stringify(read(other)) === JSON.stringify(value)) ? value : none;
  };
  return {
    user_ids: same((record) => record.user_ids, []),
    sport_id: same((record) => record.sport_id, null),
    group_id: same((record) => record.group_id, null),
    exercise_name: same((record) => record.exercise_name, null),
    comment: same((record) => record.comment, ''),
  };
}

/** Only what was changed goes to the server: fields that the records do not share stay as they are. */
export function changedFields(before: Fields, after: Fields): RecordEdit {
  const keys = ['user_ids', 'sport_id', 'group_id', 'exercise_name', 'comment'] as const;
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

/** Says whose records these are: athletes, sport, exercise, group; for one record its comment too. */
export function AssociateDialog(props: { records: readonly Record[]; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const [before] = useState(() => shared(props.records));
  const [fields, setFields] = useState(before);
  const edit = useEditRecords();
  const change = (some: Partial<Fields>) => setFields((all) => ({ ...all, ...some }));
  const save = () => {
    const ids = props.records.map((record) => record.id);
    edit.mutate({ ids, edit: changedFields(before, fields) }, { onSuccess: props.onClose });
  };
  return (
    <FormDialog
      title={t('associate.title', { count: props.records.length })}
      className={styles.fields}
      cancel={t('cancel')}
      save={t('associate.save')}
      saving={edit.isPending}
      onSave={save}
      onClose={props.onClose}
    >
      <RecordFields fields={fields} single={props.records.length === 1} onChange={change} />
      <PickGroup
        value={fields.group_id ?? null}
        none={t('associate.noGroup')}
        onChange={(group_id) => change({ group_id })}
      />
    </FormDialog>
  );
}

/** The fields of whose records these are; for one record its comment too. */
export function RecordFields(props: {
  fields: Fields;
  single: boolean;
  onChange(some: Partial<Fields>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { people, sports } = useClientLists();
  const { fields, onChange } = props;
  return (
    <>
      <PickMany
        label={t('field.athletes')}
        none={t('associate.noAthlete')}
        autoFocus
        choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
        chosen={fields.user_ids ?? []}
        onChoose={(user_ids) => onChange({ user_ids })}
      />
      <div className={styles.columns}>
        <TextField
          select
          label={t('field.sport')}
          value={fields.sport_id ?? ''}
          slotProps={{ select: { displayEmpty: true } }}
          onChange={(event) => onChange({ sport_id: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <MenuItem value="">{t('associate.noSport')}</MenuItem>
          {sports.map((sport) => (
            <MenuItem key={sport.id} value={sport.id}>
              {inPageLanguage(sport.display_name)}
            </MenuItem>
          ))}
        </TextField>
        <PickExercise value={fields.exercise_name ?? null} onChange={(exercise_name) => onChange({ exercise_name })} />
      </div>
      {props.single && (
        <LongField
          label={t('field.comment')}
          rows={3}
          value={fields.comment}
          maxLength={5000}
          onChange={(event) => onChange({ comment: event.target.value })}
        />
      )}
    </>
  );
}
