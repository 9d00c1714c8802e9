import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { ApiError } from '@sillage/client';
import { api, fieldSentence, type TaskInfos } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useActiveClient } from '../../../base/active-client.ts';
import { refetchTasks } from '../../../base/my-tasks.ts';
import { inPageLanguage, notify } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { CodeField, FileField } from '../../../tables/form-controls.tsx';
import { LoadingRows } from '../../../tables/list-states.tsx';
import { PickOne } from '../../../tables/pick-one.tsx';
import styles from './start-task-dialog.module.css';
import { useTaskInfos } from './use-tasks.ts';

type Kind = z.infer<typeof TaskInfos>['tasks'][number];

/** The arguments that were typed; nothing when they are no JSON object. */
export function argsOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** What the server says of the arguments: its sentence, and each that it refuses. */
function refusalText(problem: unknown, noAnswer: string): string {
  const sentence = sentenceOfProblem(problem, noAnswer);
  const fields = problem instanceof ApiError ? Object.entries(problem.body.fields ?? {}) : [];
  return [sentence, ...fields.map(([path, code]) => `${path}\u00a0: ${inPageLanguage(fieldSentence(code))}`)].join(
    '\n',
  );
}

/** Starts a task of the active client: which, with what arguments, on what file. */
export function StartTaskDialog(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const kinds = useTaskInfos()?.filter(({ startable }) => startable);
  const heading = useId();
  const [name, setName] = useState<string>();
  const kind = kinds?.find((one) => one.name === name) ?? kinds?.[0];
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('tasks.start')}</DialogTitle>
      {kinds === undefined || kind === undefined ? (
        <>
          <DialogContent>{kinds === undefined ? <LoadingRows /> : t('tasks.nothingToStart')}</DialogContent>
          <DialogActions>
            <Button onClick={props.onClose}>{t('common.close')}</Button>
          </DialogActions>
        </>
      ) : (
        <StartForm key={kind.name} kinds={kinds} kind={kind} onKind={setName} onClose={props.onClose} />
      )}
    </Dialog>
  );
}

function StartForm(props: {
  kinds: readonly Kind[];
  kind: Kind;
  onKind(name: string): void;
  onClose(): void;
}): ReactNode {
  const { kind, onClose } = props;
  const { t } = useTranslation('admin');
  const server = useServer();
  const queries = useQueryClient();
  const active = useActiveClient();
  const [typed, setTyped] = useState(() => JSON.stringify(kind.default_args, undefined, 2));
  const [file, setFile] = useState<File | null>(null);
  const [judged, setJudged] = useState(false);
  const args = argsOf(typed);
  const start = useMutation({
    mutationFn: (given: Record<string, unknown>) => {
      const body = { name: kind.name, args: given, client_id: active.id };
      if (!kind.with_file || file === null) return server.call(api.createTask, { body });
      return server.call(api.createTaskWithFile, { body, file: { content: file, name: file.name } });
    },
    onSuccess: async () => {
      notify({ kind: 'success', text: t('tasks.started', { name: inPageLanguage(kind.display_name) }) });
      await refetchTasks(queries);
      onClose();
    },
    meta: { quiet: true },
  });
  const sentence = (code: string) => inPageLanguage(fieldSentence(code));
  const shared = { hint: undefined, autoFocus: false, onBlur: () => undefined, inputRef: () => undefined };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setJudged(true);
        if (args !== undefined && (!kind.with_file || file !== null)) start.mutate(args);
      }}
    >
      <DialogContent className={styles.fields ?? ''}>
        <PickOne
          {...shared}
          label={t('tasks.column.task')}
          problem={undefined}
          value={kind.name}
          nullable={false}
          useChoices={() => props.kinds.map((one) => ({ value: one.name, label: inPageLanguage(one.display_name) }))}
          onChange={(value) => props.onKind(String(value))}
        />
        {kind.with_file && (
          <FileField
            {...shared}
            label={t('tasks.file')}
            problem={judged && file === null ? sentence('required') : undefined}
            value={file}
            extensions={[]}
            onChange={(value) => setFile(value instanceof File ? value : null)}
          />
        )}
        <CodeField
          {...shared}
          label={t('tasks.args')}
          lines={8}
          problem={args === undefined ? sentence('json') : undefined}
          value={typed}
          onChange={(value) => setTyped(String(value))}
        />
        {start.isError && (
          <p role="alert" className={styles.problem}>
            {refusalText(start.error, t('common.unreachable'))}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={args === undefined} loading={start.isPending}>
          {t('tasks.startNow')}
        </Button>
      </DialogActions>
    </form>
  );
}
