import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { PickExercise } from '../../../records/pick-exercise.tsx';
import { PickGroup } from '../../../records/pick-group.tsx';
import { useClientLists } from '../../../records/record-queries.ts';
import { readFileRate } from '../../../records/sample-rate.ts';
import { LongField } from '../../../ui/long-field.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import { TimezonePick } from '../../../ui/timezone-pick.tsx';
import { noFields, type Uploads } from './create-uploads.ts';
import { DecideCsv } from './decide-csv.tsx';
import styles from './index.module.css';
import { readDate, type UploadFields, type UploadRow } from './upload-rows.ts';

interface Props {
  readonly uploads: Uploads;
  readonly clientId: number;
  /** The one file that it is said of; undefined: of all. */
  readonly row: UploadRow | undefined;
  onAll(): void;
}

/** What is said of the files: of all, or of the chosen one alone. */
export function UploadFieldsForm({ uploads, clientId, row, onAll }: Props): ReactNode {
  const { t } = useTranslation('data');
  const { people, sports } = useClientLists();
  const ofAll = uploads.use((state) => state.fields[clientId] ?? noFields);
  const fields: UploadFields = { ...ofAll, ...row?.own };
  const say = (some: Partial<UploadFields>) => uploads.say(some, row === undefined ? { clientId } : { rowId: row.id });
  const isWrong = readFileRate(fields.rate) === 'invalid';
  const isNoDate = readDate(fields.date) === 'invalid';
  const section = useRef<HTMLElement>(null);
  const rowId = row?.id;
  useEffect(() => {
    // On a phone it stands below all files: what was asked for comes into sight, once.
    if (rowId !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [rowId]);
  return (
    <section className={styles.fields} aria-label={row?.name ?? t('upload.forAll')} ref={section}>
      <div className={styles.fieldsHead}>
        <h2>{row?.name ?? t('upload.forAll')}</h2>
        {row !== undefined && (
          <Button size="small" onClick={onAll}>
            {t('upload.backToAll')}
          </Button>
        )}
      </div>
      {row?.csv !== undefined && <DecideCsv key={row.id} uploads={uploads} row={row} csv={row.csv} />}
      <PickMany
        label={t('filters.userIds')}
        none={t('upload.later')}
        choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
        chosen={fields.userIds}
        onChoose={(userIds) => say({ userIds })}
      />
      <div className={styles.columns}>
        <TextField
          select
          label={t('column.sport')}
          value={fields.sportId ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => say({ sportId: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <MenuItem value="">{t('upload.noSport')}</MenuItem>
          {sports.map((sport) => (
            <MenuItem key={sport.id} value={sport.id}>
              {inPageLanguage(sport.display_name)}
            </MenuItem>
          ))}
        </TextField>
        <PickExercise value={fields.exercise} onChange={(exercise) => say({ exercise })} />
        <PickGroup value={fields.groupId} none={t('upload.ownGroup')} onChange={(groupId) => say({ groupId })} />
        <TextField
          label={t('upload.rate')}
          value={fields.rate}
          error={isWrong}
          helperText={t(isWrong ? 'upload.rateInvalid' : 'upload.rateHint')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          onChange={(event) => say({ rate: event.target.value })}
        />
        <TextField
          label={t('upload.date')}
          value={fields.date}
          error={isNoDate}
          placeholder={t('upload.dateForm')}
          helperText={t(isNoDate ? 'upload.dateInvalid' : 'upload.dateHint')}
          slotProps={{ htmlInput: { maxLength: 25 }, inputLabel: { shrink: true } }}
          onChange={(event) => say({ date: event.target.value })}
        />
      </div>
      <TimezonePick
        labelled
        label={t('upload.timezone')}
        none={t('upload.ofClub')}
        value={fields.timezone}
        onChoose={(chosen) => say({ timezone: chosen ?? '' })}
      />
      <LongField
        label={t('column.comment')}
        rows={2}
        maxLength={5000}
        value={fields.comment}
        onChange={(event) => say({ comment: event.target.value })}
      />
    </section>
  );
}
