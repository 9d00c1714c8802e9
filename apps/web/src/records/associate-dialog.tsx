import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ApiError } from '@sillage/client';
import type { Record } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage, sentenceOfRefusal } from '../base/notify.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongField } from '../ui/long-field.tsx';
import { PickMany } from '../ui/pick-many.tsx';
import { TimezonePick } from '../ui/timezone-pick.tsx';
import { titleOf } from './describe-record.ts';
import styles from './dialogs.module.css';
import { SomeNotEdited } from './edit-each.ts';
import { PickExercise } from './pick-exercise.tsx';
import { PickGroup } from './pick-group.tsx';
import { useClientLists, useEditRecords } from './record-queries.ts';
import { changedFields, type Fields, sharedFields, withField } from './shared-fields.ts';
import { useTellEdited } from './tell-edited.ts';

/** Says whose records these are: athletes, sport, exercise, comment, group; of several also timezone and favourite. */
export function AssociateDialog(props: { records: readonly Record[]; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const { records } = props;
  const [before] = useState(() => sharedFields(records));
  const [fields, setFields] = useState(before);
  const edit = useEditRecords();
  const tellEdited = useTellEdited();
  const change = (some: Partial<Fields>) => setFields((now) => withField(before, now, some));
  const failed = edit.error instanceof SomeNotEdited ? edit.error.failed : [];
  const save = () => {
    // Tried again are those that were not changed.
    const ids = failed.length > 0 ? failed.map(({ id }) => id) : records.map(({ id }) => id);
    const tried = records.filter(({ id }) => ids.includes(id));
    const changes = changedFields(before, fields);
    if (Object.keys(changes).length === 0) props.onClose();
    else
      edit.mutate(
        { ids, edit: changes },
        {
          onError: (problem) => {
            if (!(problem instanceof SomeNotEdited)) return;
            const refused = new Set(problem.failed.map(({ id }) => id));
            const changed = tried.filter(({ id }) => !refused.has(id));
            if (changed.length > 0) tellEdited(changed, changes);
          },
          onSuccess: () => {
            tellEdited(tried, changes);
            props.onClose();
          },
        },
      );
  };
  const isAssociated = records.every(({ user_ids }) => user_ids.length > 0);
  return (
    <FormDialog
      title={t(isAssociated ? 'associate.titleAgain' : 'associate.title', { count: records.length })}
      className={styles.fields}
      cancel={t('cancel')}
      save={failed.length > 0 ? t('associate.again', { count: failed.length }) : t('associate.save')}
      saving={edit.isPending}
      onSave={save}
      onClose={props.onClose}
    >
      <RecordFields fields={fields} onChange={change} />
      <PickGroup
        value={fields.group_id}
        none={t('associate.noGroup')}
        several={t('several')}
        onChange={(group_id) => change({ group_id })}
      />
      {records.length > 1 && <SharedFields fields={fields} onChange={change} />}
      <Failed records={records} failed={failed} />
    </FormDialog>
  );
}

/** Which of several records were not changed, each with its reason. */
function Failed(props: { records: readonly Record[]; failed: SomeNotEdited['failed'] }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { records, failed } = props;
  if (failed.length === 0) return null;
  return (
    <div role="alert">
      {t('associate.failed', { count: failed.length })}
      <ul className={styles.names}>
        {failed.map(({ id, problem }) => {
          const record = records.find((one) => one.id === id);
          const why = problem instanceof ApiError ? sentenceOfRefusal(problem.body) : t('associate.unreachable');
          return (
            <li key={id} title={why}>
              {record && titleOf(record, language)}
              {': '}
              {why}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface FieldsProps {
  readonly fields: Fields;
  onChange(some: Partial<Fields>): void;
}

/** The value of a select where records differ. */
const several = 'several';

/** The fields of whose records these are. */
export function RecordFields({ fields, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation('records');
  const { people, sports } = useClientLists();
  return (
    <>
      <PickMany
        label={t('field.athletes')}
        none={fields.user_ids === undefined ? t('several') : t('associate.noAthlete')}
        autoFocus
        choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
        chosen={fields.user_ids ?? []}
        onChoose={(user_ids) => onChange({ user_ids })}
      />
      <div className={styles.columns}>
        <TextField
          select
          label={t('field.sport')}
          value={fields.sport_id === undefined ? several : (fields.sport_id ?? '')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => onChange({ sport_id: event.target.value === '' ? null : Number(event.target.value) })}
        >
          {fields.sport_id === undefined && (
            <MenuItem value={several} disabled>
              {t('several')}
            </MenuItem>
          )}
          <MenuItem value="">{t('associate.noSport')}</MenuItem>
          {sports.map((sport) => (
            <MenuItem key={sport.id} value={sport.id}>
              {inPageLanguage(sport.display_name)}
            </MenuItem>
          ))}
        </TextField>
        <PickExercise
          value={fields.exercise_name ?? null}
          placeholder={fields.exercise_name === undefined ? t('several') : undefined}
          onChange={(exercise_name) => onChange({ exercise_name })}
        />
      </div>
      <LongField
        label={t('field.comment')}
        rows={3}
        value={fields.comment ?? ''}
        placeholder={fields.comment === undefined ? t('several') : undefined}
        maxLength={5000}
        onChange={(event) => onChange({ comment: event.target.value })}
      />
    </>
  );
}

/** What has fields of its own where one record is edited. */
function SharedFields({ fields, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation('records');
  const isMixed = fields.favorite === undefined;
  return (
    <div className={styles.columns}>
      <TimezonePick
        label={t('field.timezone')}
        labelled
        value={fields.timezone ?? null}
        {...(fields.timezone === undefined && { none: t('several') })}
        onChoose={(timezone) => timezone !== null && onChange({ timezone })}
      />
      <TextField
        select
        label={t('favourite')}
        value={isMixed ? several : String(fields.favorite)}
        onChange={(event) => onChange({ favorite: event.target.value === 'true' })}
      >
        {isMixed && (
          <MenuItem value={several} disabled>
            {t('several')}
          </MenuItem>
        )}
        <MenuItem value="true">{t('yes')}</MenuItem>
        <MenuItem value="false">{t('no')}</MenuItem>
      </TextField>
    </div>
  );
}
