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
import { type FileState, mostFiles, type UploadFields, useUploadFiles } from './upload-files.ts';

const noFields: UploadFields = { userIds: [], sportId: null, groupId: null, exercise: null, comment: '', rate: '' };

/** Makes a record of each file from a sensor or of a CSV; what is refused stays with its reason, to be sent again or left. */
export function UploadDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('data');
  const heading = useId();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [left, setLeft] = useState(0);
  const [fields, setFields] = useState(noFields);
  const { stateOf, isSending, send } = useUploadFiles();
  const toSend = files.filter((file) => stateOf(file).kind !== 'done');
  const isAgain = files.some((file) => stateOf(file).kind === 'refused');
  const add = (picked: readonly File[]) => {
    const all = [...files, ...picked.filter((one) => !files.some((known) => fileKey(known) === fileKey(one)))];
    setFiles(all.slice(0, mostFiles));
    setLeft(Math.max(0, all.length - mostFiles));
  };
  const ready = toSend.length > 0 && readRate(fields.rate) !== 'invalid' && !isSending;
  const start = async () => {
    if (ready && (await send(toSend, fields)) === 0) props.onClose();
  };
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <DialogTitle id={heading}>{t('upload.title')}</DialogTitle>
        <DialogContent className={styles.fields ?? ''}>
          <FilePicker isFull={files.length >= mostFiles} onPick={add} />
          {left > 0 && (
            <p role="alert" className={styles.problem}>
              <Icon path={mdiAlertCircleOutline} size={16} />
              {t('upload.left', { count: left })}
            </p>
          )}
          {files.length > 0 && (
            <ul className={styles.files} aria-label={t('upload.files')}>
              {[...files].sort(byUrgency(stateOf)).map((file) => (
                <FileRow
                  key={fileKey(file)}
                  file={file}
                  state={stateOf(file)}
                  onRemove={isSending ? undefined : () => setFiles(files.filter((one) => one !== file))}
                />
              ))}
            </ul>
          )}
          <FieldsOfAll fields={fields} onChange={(some) => setFields({ ...fields, ...some })} />
        </DialogContent>
        <DialogActions>
          {isSending && <span className={styles.hint}>{t('upload.goesOn')}</span>}
          <Button onClick={props.onClose}>{t(isSending || isAgain ? 'filters.close' : 'cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!ready} loading={isSending}>
            {t(isAgain ? 'upload.sendAgain' : 'upload.send', { count: toSend.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const fileKey = (file: File): string => `${file.name} ${file.size} ${file.lastModified}`;

/** What was refused comes first, what is done last. */
function byUrgency(stateOf: (file: File) => FileState): (one: File, other: File) => number {
  const rank = { refused: 0, sending: 1, waiting: 1, done: 2 } as const;
  return (one, other) => rank[stateOf(one).kind] - rank[stateOf(other).kind];
}

function FileRow(props: { file: File; state: FileState; onRemove: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { file, state } = props;
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
      {state.kind !== 'done' && props.onRemove !== undefined && (
        <IconButton size="small" aria-label={t('upload.remove', { name: file.name })} onClick={props.onRemove}>
          <Icon path={mdiClose} size={16} />
        </IconButton>
      )}
      {state.kind === 'sending' && (
        <LinearProgress className={styles.progress ?? ''} aria-label={t('upload.sending')} />
      )}
      {state.kind === 'refused' && (
        <p role="alert" className={styles.problem}>
          <Icon path={mdiAlertCircleOutline} size={16} />
          {state.sentence}
        </p>
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
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        aria-label={t('upload.choose')}
        onChange={(event) => {
          props.onPick([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was taken away.
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
