import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { parseChrono, type Selection, type SelectionEdit } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LongField } from '../../ui/long-field.tsx';
import { useOpenRecord } from './open-record.ts';
import styles from './selection-dialog.module.css';

type Fields = { exercise: string; comment: string; t0: string; t1: string };
export type BoundProblem = 'chrono' | 'outside' | 'order';

/** What is wrong with a bound, by field; the server checks the same. */
export function boundProblems(t0: string, t1: string, extent: TimeWindow): { t0?: BoundProblem; t1?: BoundProblem } {
  const from = parseChrono(t0);
  const to = parseChrono(t1);
  const outside = (time: number) => time < extent.from || time > extent.to + 0.0005;
  return {
    ...(from === undefined ? { t0: 'chrono' } : outside(from) ? { t0: 'outside' } : {}),
    ...(to === undefined
      ? { t1: 'chrono' }
      : outside(to)
        ? { t1: 'outside' }
        : from !== undefined && to <= from
          ? { t1: 'order' }
          : {}),
  };
}

/** What is asked about a selection, if anything is. */
export function SelectionDialogs(): ReactNode {
  const { view, selections } = useOpenRecord();
  const open = selections.dialog;
  if (open === undefined) return null;
  if (open.kind === 'delete') {
    return (
      <DeleteSelectionDialog
        selection={open.selection}
        deleting={selections.deleting}
        onConfirm={() => selections.remove(open.selection)}
        onClose={selections.close}
      />
    );
  }
  return (
    <SelectionDialog
      selection={open.selection}
      extent={view.x.timeExtent}
      saving={selections.saving}
      onSave={(body) => selections.save(open.selection, body, { onSuccess: selections.close })}
      onDelete={() => selections.open('delete', open.selection)}
      onClose={selections.close}
    />
  );
}

/** Name, bounds and comment of a selection. */
function SelectionDialog(props: {
  selection: Selection;
  extent: TimeWindow;
  saving: boolean;
  onSave(body: z.input<typeof SelectionEdit>): void;
  onDelete(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { selection, extent } = props;
  const [fields, setFields] = useState<Fields>({
    exercise: selection.exercise,
    comment: selection.comment,
    t0: formatChrono(selection.t0),
    t1: formatChrono(selection.t1),
  });
  const problems = boundProblems(fields.t0, fields.t1, extent);
  const change = (some: Partial<Fields>) => setFields((all) => ({ ...all, ...some }));

  function save(): void {
    const t0 = parseChrono(fields.t0);
    const t1 = parseChrono(fields.t1);
    if (t0 === undefined || t1 === undefined || problems.t0 || problems.t1) return;
    // A bound that nobody typed may have been moved meanwhile.
    const bounds = {
      ...(fields.t0 !== formatChrono(selection.t0) && { t0 }),
      ...(fields.t1 !== formatChrono(selection.t1) && { t1: Math.min(t1, extent.to) }),
    };
    props.onSave({ ...bounds, exercise: fields.exercise.trim(), comment: fields.comment });
  }

  const bound = (name: 't0' | 't1') => (
    <TextField
      label={t(`selection.${name}`)}
      value={fields[name]}
      error={problems[name] !== undefined}
      helperText={problems[name] === undefined ? 'mm:ss.SSS' : t(`selection.problem.${problems[name]}`)}
      slotProps={{ htmlInput: { inputMode: 'text' } }}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  return (
    <FormDialog
      title={t('selection.title', { number: selection.num })}
      className={styles.fields}
      beside={
        <Button color="error" onClick={props.onDelete} className={styles.left ?? ''}>
          {t('selection.deleteAsk')}
        </Button>
      }
      cancel={t('cancel')}
      save={t('save')}
      saving={props.saving}
      onSave={save}
      onClose={props.onClose}
    >
      <TextField
        label={t('selection.name')}
        autoFocus
        value={fields.exercise}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={(event) => change({ exercise: event.target.value })}
      />
      <div className={styles.bounds}>
        {bound('t0')}
        {bound('t1')}
      </div>
      <LongField
        label={t('selection.comment')}
        value={fields.comment}
        maxLength={5000}
        onChange={(event) => change({ comment: event.target.value })}
      />
    </FormDialog>
  );
}

/** Asks before a selection goes; the record keeps its samples. */
function DeleteSelectionDialog(props: {
  selection: Selection;
  deleting: boolean;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const heading = useId();
  const { selection } = props;
  return (
    <Dialog open onClose={props.onClose} role="alertdialog" aria-labelledby={heading}>
      <DialogTitle id={heading}>
        {t('selection.deleteTitle', { name: `S${selection.num} ${selection.exercise}`.trim() })}
      </DialogTitle>
      <DialogContent>{t('selection.deleteText')}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={props.onConfirm} loading={props.deleting}>
          {t('selection.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
