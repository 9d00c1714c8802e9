import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiClose, mdiFileUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { PickExercise } from '../../records/pick-exercise.tsx';
import { PickGroup } from '../../records/pick-group.tsx';
import { useClientLists } from '../../records/record-queries.ts';
import { readRate } from '../../records/sample-rate.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongField } from '../../ui/long-field.tsx';
import { PickMany } from '../../ui/pick-many.tsx';
import styles from './upload-dialog.module.css';
import { type FileRow, mostFiles, type UploadFields, useUploadFiles } from './upload-files.ts';

const noFields: UploadFields = { userIds: [], sportId: null, groupId: null, exercise: null, comment: '', rate: '' };

/** Makes a record of each file from a sensor or of a CSV; what is refused stays with its reason, to be sent again or left. */
export function UploadDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('data');
  const heading = useId();
  const [fields, setFields] = useState(noFields);
  const { rows, left, doubles, isFull, isSending, add, addDoubles, remove, send } = useUploadFiles(props.onClose);
  const toSend = rows.filter(({ state }) => state.kind !== 'done');
  const waiting = rows.filter(({ state }) => state.kind === 'waiting').length;
  const isAgain = rows.some(({ state }) => state.kind === 'refused');
  const ready = toSend.length > 0 && readRate(fields.rate) !== 'invalid' && !isSending;
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void send(fields);
        }}
      >
        <DialogTitle id={heading}>{t('upload.title')}</DialogTitle>
        <DialogContent className={styles.fields ?? ''}>
          <FilePicker isFull={isFull} onPick={add} />
          {left > 0 && <Problem>{t('upload.left', { count: left })}</Problem>}
          <Doubles files={doubles} onAdd={addDoubles} />
          {rows.length > 0 && (
            <ul className={styles.files} aria-label={t('upload.files')}>
              {[...rows].sort(byUrgency).map((row) => (
                <ChosenFile key={row.id} row={row} onRemove={() => remove(row.id)} />
              ))}
            </ul>
          )}
          <FieldsOfAll fields={fields} onChange={(some) => setFields({ ...fields, ...some })} />
        </DialogContent>
        <DialogActions>
          {isSending && (
            <span className={styles.hint} role="status">
              {waiting > 0 ? t('upload.wait', { count: waiting }) : t('upload.goesOn')}
            </span>
          )}
          <Button onClick={props.onClose}>{t(isSending || isAgain ? 'filters.close' : 'cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!ready} loading={isSending}>
            {t(isAgain ? 'upload.sendAgain' : 'upload.send', { count: toSend.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const rank = { refused: 0, queued: 1, sending: 1, waiting: 1, done: 2 } as const;

/** What was refused comes first, what is done last. */
const byUrgency = (one: FileRow, other: FileRow): number => rank[one.state.kind] - rank[other.state.kind];

function Problem(props: { children: ReactNode }): ReactNode {
  return (
    <p role="alert" className={styles.problem}>
      <Icon path={mdiAlertCircleOutline} size={16} />
      {props.children}
    </p>
  );
}

/** Names that are printed of files already in the list. */
const namedDoubles = 3;

/** Files that look like one in the list: most often chosen twice, but only the person knows. */
function Doubles(props: { files: readonly File[]; onAdd(): void }): ReactNode {
  const { t } = useTranslation('data');
  const names = props.files.map(({ name }) => name);
  if (names.length === 0) return null;
  const named = names.slice(0, namedDoubles).join(', ') + (names.length > namedDoubles ? '…' : '');
  return (
    <div className={styles.doubles}>
      <Problem>{t('upload.doubles', { count: names.length, names: named })}</Problem>
      <Button size="small" onClick={props.onAdd}>
        {t('upload.addDoubles')}
      </Button>
    </div>
  );
}

function ChosenFile(props: { row: FileRow; onRemove(): void }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { file, state } = props.row;
  return (
    <li className={styles.file} data-state={state.kind}>
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.hint}>{formatBytes(file.size, language)}</span>
      {state.kind === 'done' && (
        <span className={styles.taken}>
          <Icon path={mdiCheckCircleOutline} size={16} />
          {t('upload.taken')}
        </span>
      )}
      {(state.kind === 'waiting' || state.kind === 'refused') && (
        <IconButton size="small" aria-label={t('upload.remove', { name: file.name })} onClick={props.onRemove}>
          <Icon path={mdiClose} size={16} />
        </IconButton>
      )}
      {state.kind === 'sending' && (
        <LinearProgress className={styles.progress ?? ''} aria-label={t('upload.sending')} />
      )}
      {state.kind === 'refused' && (
        <Problem>{state.message ? inPageLanguage(state.message) : t('upload.unreachable')}</Problem>
      )}
    </li>
  );
}

function FilePicker(props: { isFull: boolean; onPick(files: readonly File[]): void }): ReactNode {
  const { t } = useTranslation('data');
  const [over, setOver] = useState(false);
  return (
    <label
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        props.onPick([...event.dataTransfer.files]);
      }}
    >
      <Icon path={mdiFileUploadOutline} size={28} />
      <span className={styles.fileName}>{t(props.isFull ? 'upload.full' : 'upload.choose', { count: mostFiles })}</span>
      <span className={styles.hint}>{t('upload.formats')}</span>
      <input
        type="file"
        multiple
        disabled={props.isFull}
        className="visually-hidden"
        accept=".txt,.csv,.tsv,.fit,.gpx,.tcx,.parquet,.mcap,.gz,text/plain,text/csv"
        aria-label={t('upload.choose')}
        onChange={(event) => {
          props.onPick([...(event.target.files ?? [])]);
          // A file may be chosen again after it was taken away.
          event.target.value = '';
        }}
      />
    </label>
  );
}

function FieldsOfAll(props: { fields: UploadFields; onChange(some: Partial<UploadFields>): void }): ReactNode {
  const { t } = useTranslation('data');
  const { people, sports } = useClientLists();
  const { fields, onChange } = props;
  const isWrong = readRate(fields.rate) === 'invalid';
  return (
    <>
      <PickMany
        label={t('filters.userIds')}
        none={t('upload.later')}
        choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
        chosen={fields.userIds}
        onChoose={(userIds) => onChange({ userIds })}
      />
      <div className={styles.columns}>
        <TextField
          select
          label={t('column.sport')}
          value={fields.sportId ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => onChange({ sportId: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <MenuItem value="">{t('upload.noSport')}</MenuItem>
          {sports.map((sport) => (
            <MenuItem key={sport.id} value={sport.id}>
              {inPageLanguage(sport.display_name)}
            </MenuItem>
          ))}
        </TextField>
        <PickExercise value={fields.exercise} onChange={(exercise) => onChange({ exercise })} />
        <PickGroup value={fields.groupId} none={t('upload.ownGroup')} onChange={(groupId) => onChange({ groupId })} />
        <TextField
          label={t('upload.rate')}
          value={fields.rate}
          error={isWrong}
          helperText={t(isWrong ? 'upload.rateInvalid' : 'upload.rateHint')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          onChange={(event) => onChange({ rate: event.target.value })}
        />
      </div>
      <LongField
        label={t('column.comment')}
        rows={2}
        maxLength={5000}
        value={fields.comment}
        onChange={(event) => onChange({ comment: event.target.value })}
      />
    </>
  );
}
