import { mdiDelete } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { aboveAthletes } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../base/services.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenRecord } from './open-record.ts';
import styles from './preset-dialogs.module.css';
import { longestName, type SavedPreset, useSavedPresets } from './saved-presets.ts';

/** Who looks after athletes shares views with the club. */
function useMayShare(): boolean {
  return useUser().roles.some((role) => aboveAthletes.includes(role));
}

/** Keeps what is drawn under a name. */
export function SavePresetDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { record, view } = useOpenRecord();
  const { save } = useSavedPresets(record.client_id);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const mayShare = useMayShare();
  const graphs = view.layout
    .filter(({ variables }) => variables.length > 0)
    .map(({ variables }) => ({ variables: [...variables] }));
  const kept = { sport: record.sport_name, x: view.x.kind, plane: view.plane ?? null, graphs };
  const keep = () => {
    if (name.trim() === '') return;
    save.mutate({ view: { ...kept, name: name.trim() }, isShared }, { onSuccess: props.onClose });
  };
  return (
    <FormDialog
      title={t('presets.saveTitle')}
      className={styles.fields}
      cancel={t('cancel')}
      save={t('save')}
      saving={save.isPending}
      onSave={keep}
      onClose={props.onClose}
    >
      <TextField
        autoFocus
        required
        label={t('presets.name')}
        value={name}
        helperText={t('presets.saveHint')}
        slotProps={{ htmlInput: { maxLength: longestName } }}
        onChange={(event) => setName(event.target.value)}
      />
      {mayShare && (
        <FormControlLabel
          control={<Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)} />}
          label={t('presets.share')}
        />
      )}
    </FormDialog>
  );
}

/** Renames, shares and deletes the person's own presets and those of the club. */
export function ManagePresetsDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const heading = useId();
  const { record } = useOpenRecord();
  const saved = useSavedPresets(record.client_id);
  const mayShare = useMayShare();
  const shown = saved.presets.filter(({ isShared }) => mayShare || !isShared);
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading} maxWidth="md">
      <DialogTitle id={heading}>{t('presets.manageTitle')}</DialogTitle>
      <DialogContent>
        {shown.length === 0 && <p>{t('presets.none')}</p>}
        <ul className={styles.list}>
          {shown.map((preset) => (
            <ManagedPreset key={preset.parameter} preset={preset} saved={saved} mayShare={mayShare} />
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={props.onClose}>
          {t('presets.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ManagedPreset(props: {
  preset: SavedPreset;
  saved: ReturnType<typeof useSavedPresets>;
  mayShare: boolean;
}): ReactNode {
  const { t } = useTranslation('record');
  const { preset, saved, mayShare } = props;
  const { name: kept } = preset.view;
  const [name, setName] = useState(kept);
  const rename = () => {
    const wanted = name.trim();
    if (wanted === '') setName(kept);
    else if (wanted !== kept) saved.rename.mutate({ preset, name: wanted });
  };
  if (!preset.may.edit) {
    return (
      <li className={styles.line}>
        <span className={styles.fixed}>
          {kept}
          <span className={styles.by}>
            {preset.by === null ? t('presets.fixedUnknown') : t('presets.fixed', { name: preset.by })}
          </span>
        </span>
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <TextField
        label={t('presets.name')}
        className={styles.name ?? ''}
        value={name}
        slotProps={{ htmlInput: { maxLength: longestName } }}
        onChange={(event) => setName(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
        }}
      />
      {mayShare && (
        <FormControlLabel
          control={
            <Checkbox
              checked={preset.isShared}
              disabled={saved.share.isPending}
              onChange={(event) => saved.share.mutate({ preset, isShared: event.target.checked })}
            />
          }
          label={t('presets.share')}
        />
      )}
      <IconButton aria-label={t('presets.delete', { name: kept })} onClick={() => saved.remove.mutate(preset)}>
        <Icon path={mdiDelete} />
      </IconButton>
    </li>
  );
}
