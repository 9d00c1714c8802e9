import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

/** A dialog whose fields are kept together, by its button or by Enter. */
export function FormDialog(props: {
  title: string;
  /** Of the fields. */
  className: string | undefined;
  children: ReactNode;
  /** What else can be done, before the two that close it. */
  beside?: ReactNode;
  cancel: string;
  /** What saves it; says why it cannot while it is not ready. */
  save: string;
  ready?: boolean;
  saving: boolean;
  onSave(): void;
  onClose(): void;
}): ReactNode {
  const heading = useId();
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        <DialogTitle id={heading}>{props.title}</DialogTitle>
        <DialogContent className={props.className ?? ''}>{props.children}</DialogContent>
        <DialogActions>
          {props.beside}
          <Button onClick={props.onClose}>{props.cancel}</Button>
          <Button type="submit" variant="contained" loading={props.saving} disabled={props.ready === false}>
            {props.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
