import { mdiClose, mdiDelete } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import styles from './edit-dialog.module.css';
import { FormField } from './form-field.tsx';
import type { Row } from './table-definition.ts';
import type { UsableTable } from './table-for.ts';
import { useTableWords } from './table-words.ts';
import { useRowForm } from './use-row-form.ts';

/** Adds a row (`row` absent) or changes one. */
export function EditDialog<R extends Row>(props: {
  table: UsableTable<R>;
  row: R | undefined;
  onClose(): void;
  onDelete(row: R): void;
  onCreated(row: R): void;
}): ReactNode {
  const { table, row, onClose } = props;
  const w = useTableWords(table.name);
  const heading = useId();
  const phone = useScreenSize() === 'phone';
  const { form, fields, problem, saving, submit } = useRowForm(table, row, (saved, values) =>
    row === undefined && table.needsCreated?.(values) !== false ? props.onCreated(saved) : onClose(),
  );
  const unchanged = row !== undefined && !form.formState.isDirty;
  return (
    <Dialog open onClose={saving ? () => undefined : onClose} aria-labelledby={heading} fullScreen={phone}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <header className={styles.head}>
          <h2 id={heading}>{row === undefined ? w('create') : w('editTitle', { name: table.nameOf(row) })}</h2>
          <IconButton onClick={onClose} aria-label={w('close')}>
            <Icon path={mdiClose} />
          </IconButton>
        </header>
        <DialogContent className={styles.fields ?? ''}>
          {fields.map((field, index) => (
            <FormField key={field.name} table={table.name} field={field} form={form} autoFocus={index === 0} />
          ))}
          {row !== undefined && table.FormFoot && (
            <div className={styles.foot}>
              <table.FormFoot row={row} />
            </div>
          )}
          {problem !== undefined && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          {row !== undefined && table.may.delete(row) && (
            <Button color="error" onClick={() => props.onDelete(row)} startIcon={<Icon path={mdiDelete} size={18} />}>
              {w('delete.ask')}
            </Button>
          )}
          <span className={styles.grow} />
          <Button onClick={onClose}>{w('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={unchanged} loading={saving}>
            {w(row === undefined ? 'save.create' : 'save.edit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
