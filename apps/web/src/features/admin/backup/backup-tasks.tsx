import { mdiDownload } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { api, type Task } from '@sillage/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { isUnfinished } from '../../../base/my-tasks.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { refetchTables } from '../../../tables/use-rows.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTaskAction } from '../tasks/task-actions.ts';
import { TaskProgress, TaskStateWord } from '../tasks/task-table.tsx';
import { durationText } from '../tasks/task-words.ts';
import styles from './backup.module.css';

const body = { names: ['backup.export', 'backup.restore'], pageSize: 6 };
/** ms between two looks while one runs. */
const pollMilliseconds = 1500;

/** The newest backups and restores: how far they are, what they said, their file. */
export function BackupTasks(): ReactNode {
  const { t } = useTranslation('admin');
  const { data } = useCachedQuery(
    {
      table: 'tasks',
      key: ['backups'],
      clientId: undefined,
      shape: api.listTasks.reply,
      fetch: (server, signal) => server.request(api.listTasks, { body, signal }),
    },
    { askAgain: (page) => (page?.items.some(isUnfinished) ? pollMilliseconds : false) },
  );
  useRefreshAfterRestore(data?.items ?? []);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={styles.tasks}>
      <h2>{t('backup.recent')}</h2>
      <ul>
        {data.items.map((task) => (
          <BackupTask key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

/** A restore changes any table: once one is done, whatever is shown is asked again. */
function useRefreshAfterRestore(tasks: readonly Task[]): void {
  const queryClient = useQueryClient();
  const newest = tasks.find(({ name, success }) => name === 'backup.restore' && success)?.id;
  useEffect(() => {
    if (newest !== undefined) void refetchTables(queryClient);
  }, [newest, queryClient]);
}

const tones = { ERROR: 'bad', FATAL: 'bad', WARN: 'warn', SUCCESS: 'plain', INFO: 'plain' } as const;

function BackupTask({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const date = useFormatDate('moment');
  const act = useTaskAction(() => undefined);
  const told = task.messages_history.slice(-4);
  const why = task.error ? task.result?.msg?.[language] : undefined;
  // Most tasks say last why they failed.
  const problem = told.some(({ msg }) => msg[language] === why) ? undefined : why;
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.words}>
          <b>{task.display_name[language]}</b>
          <span className={styles.quiet}>#{task.id}</span>
          <span className={styles.quiet}>{date(task.created_date)}</span>
          <TaskStateWord task={task} />
          <TaskProgress task={task} />
        </span>
        <span className={styles.quiet}>{durationText(task.executing_time, language)}</span>
        {task.can_download && (
          <IconButton
            aria-label={`${t('tasks.action.download')} #${task.id}`}
            title={t('tasks.action.download')}
            onClick={() => act.mutate({ task, action: 'download' })}
          >
            <Icon path={mdiDownload} size={18} />
          </IconButton>
        )}
      </div>
      {(problem !== undefined || told.length > 0) && (
        <ul className={styles.messages}>
          {problem !== undefined && <li className={styles.bad}>{problem}</li>}
          {told.map(({ date: at, type, msg }) => (
            <li key={`${at} ${msg.en}`} className={styles[tones[type]]}>
              {msg[language]}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
