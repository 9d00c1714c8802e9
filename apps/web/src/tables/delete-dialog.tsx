import { mdiAlertOutline, mdiCheck, mdiDelete } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { flushSync } from 'react-dom';
import { inPageLanguage, sentenceOfProblem } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { Icon } from '../ui/icon.tsx';
import { AfterAWhile, SkeletonBar } from '../ui/skeleton.tsx';
import styles from './delete-dialog.module.css';
import type { AdminTable, Row } from './table-definition.ts';
import { useTableWords } from './table-words.ts';
import { refetchTables } from './use-rows.ts';

/** Asks before a row goes: names it, says what stays and what goes with it. Focus starts on Cancel. */
export function DeleteDialog<R extends Row>(props: { table: AdminTable<R>; row: R; onClose(): void }): ReactNode {
  const { table, row, onClose } = props;
  const w = useTableWords(table.name);
  const heading = useId();
  const server = useServer();
  const queryClient = useQueryClient();
  const effects = useQuery({
    // Not among what is fetched again after a change: the row is gone then.
    queryKey: ['deletion', table.name, row.id],
    queryFn: ({ signal }) => server.call(table.endpoints.deletion, { params: { id: row.id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const remove = useMutation({
    mutationFn: () => server.call(table.endpoints.delete, { params: { id: row.id } }),
    onSuccess: async () => {
      // Drawn at once: what shows the row has left the screen before all that is shown is asked again.
      flushSync(() => table.onDeleted?.(row));
      await refetchTables(queryClient);
      onClose();
    },
    meta: { quiet: true },
  });
  const problem = remove.error ?? effects.error;
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={heading}
      slotProps={{ paper: { className: styles.paper ?? '' } }}
    >
      <header className={styles.head}>
        <span className={styles.disc}>
          <Icon path={mdiDelete} />
        </span>
        <h2 id={heading}>{w('delete.title', { name: table.nameOf(row) })}</h2>
      </header>
      <div className={styles.body}>
        <p>
          {w('delete.text')} {w('delete.final')}
        </p>
        {effects.isPending && (
          <AfterAWhile>
            <SkeletonBar width="60%" />
          </AfterAWhile>
        )}
        {effects.data && (
          <ul className={styles.effects}>
            {effects.data.effects.map(({ what, fate }) => (
              <li key={what.en} className={fate === 'lost' ? styles.lost : styles.kept}>
                <Icon path={fate === 'lost' ? mdiAlertOutline : mdiCheck} size={18} />
                {w(`delete.${fate}`, { what: inPageLanguage(what) })}
              </li>
            ))}
          </ul>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {sentenceOfProblem(problem, w('unreachable'))}
          </p>
        )}
      </div>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {w('cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={effects.data === undefined}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
          startIcon={<Icon path={mdiDelete} size={18} />}
        >
          {w('delete.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
