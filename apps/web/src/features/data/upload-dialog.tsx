import { mdiFileUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ApiError, NetworkError } from '@sillage/client';
import { api, limits } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../app/active-client.ts';
import { useAppearance } from '../../app/appearance.ts';
import { inPageLanguage } from '../../app/notify.ts';
import { useOwnTimezone } from '../../app/own-parameters.ts';
import { useApi } from '../../app/services.tsx';
import { formatBytes } from '../../records/format-bytes.ts';
import { PickMany } from '../../records/pick-many.tsx';
import { recordKeys, useClientLists } from '../../records/record-queries.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './upload-dialog.module.css';

interface Fields {
  readonly file: File | undefined;
  readonly userIds: readonly number[];
  readonly sportId: number | null;
  /** Hz, as typed. */
  readonly rate: string;
}

/** What is wrong with the typed rate (specification §5); nothing typed is fine. */
export function rateProblem(text: string): 'rate' | undefined {
  if (text.trim() === '') return undefined;
  const rate = Number(text.replace(',', '.'));
  return Number.isInteger(rate) && rate > 0 && rate <= limits.maxFrequencyHz ? undefined : 'rate';
}

function useUpload(onDone: () => void) {
  const client = useApi();
  const queryClient = useQueryClient();
  const { id: clientId } = useActiveClient();
  const timezone = useOwnTimezone();
  return useMutation({
    mutationFn: ({ file, userIds, sportId, rate }: Fields) => {
      if (file === undefined) throw new TypeError('no file chosen');
      const hertz = rate.trim() === '' ? {} : { rate: Number(rate.replace(',', '.')) };
      return client.call(api.uploadRecord, {
        body: { client_id: clientId, user_ids: [...userIds], sport_id: sportId, timezone, ...hertz },
        file: { content: file, name: file.name },
      });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
      onDone();
    },
    // The dialog shows the server's sentence itself.
    meta: { quiet: true },
  });
}

/** Makes a record of a file from a sensor or of a CSV. */
export function UploadDialog(props: { onClose(): void; onUploaded(): void }): ReactNode {
  const { t } = useTranslation('data');
  const heading = useId();
  const [fields, setFields] = useState<Fields>({ file: undefined, userIds: [], sportId: null, rate: '' });
  const upload = useUpload(props.onUploaded);
  const change = (some: Partial<Fields>) => {
    setFields((all) => ({ ...all, ...some }));
    upload.reset();
  };
  const ready = fields.file !== undefined && rateProblem(fields.rate) === undefined;
  return (
    <Dialog open onClose={upload.isPending ? () => undefined : props.onClose} aria-labelledby={heading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) upload.mutate(fields);
        }}
      >
        <DialogTitle id={heading}>{t('upload.title')}</DialogTitle>
        <DialogContent className={styles.fields ?? ''}>
          <FilePicker file={fields.file} onPick={(file) => change({ file })} />
          <UploadFields fields={fields} onChange={change} />
          {upload.isPending && (
            <div role="status">
              <LinearProgress aria-label={t('upload.sending')} />
              <span className={styles.hint}>{t('upload.sending')}</span>
            </div>
          )}
          {upload.error !== null && (
            <p role="alert" className={styles.problem}>
              <UploadProblem problem={upload.error} />
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!ready} loading={upload.isPending}>
            {t('upload.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function UploadProblem(props: { problem: Error }): ReactNode {
  const { t } = useTranslation('data');
  const { problem } = props;
  if (problem instanceof ApiError) return inPageLanguage(problem.body.message);
  return problem instanceof NetworkError ? t('upload.unreachable') : t('upload.failed');
}

function FilePicker(props: { file: File | undefined; onPick(file: File | undefined): void }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
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
        props.onPick(event.dataTransfer.files[0]);
      }}
    >
      <Icon path={mdiFileUploadOutline} size={28} />
      <span className={styles.fileName}>{props.file?.name ?? t('upload.choose')}</span>
      <span className={styles.hint}>{props.file ? formatBytes(props.file.size, language) : t('upload.formats')}</span>
      <input
        type="file"
        className="visually-hidden"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        aria-label={t('upload.choose')}
        onChange={(event) => props.onPick(event.target.files?.[0])}
      />
    </label>
  );
}

function UploadFields(props: { fields: Fields; onChange(some: Partial<Fields>): void }): ReactNode {
  const { t } = useTranslation('data');
  const { people, sports } = useClientLists();
  const { fields, onChange } = props;
  const problem = rateProblem(fields.rate);
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
          slotProps={{ select: { displayEmpty: true } }}
          onChange={(event) => onChange({ sportId: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <MenuItem value="">{t('upload.noSport')}</MenuItem>
          {sports.map((sport) => (
            <MenuItem key={sport.id} value={sport.id}>
              {inPageLanguage(sport.display_name)}
            </MenuItem>
          ))}
        </TextField>
        {fields.file !== undefined && (
          <TextField
            label={t('upload.rate')}
            value={fields.rate}
            error={problem !== undefined}
            helperText={t(problem === undefined ? 'upload.rateHint' : 'upload.rateInvalid')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            onChange={(event) => onChange({ rate: event.target.value })}
          />
        )}
      </div>
    </>
  );
}
