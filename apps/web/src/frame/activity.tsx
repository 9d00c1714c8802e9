import {
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiDownload,
  mdiPlayCircleOutline,
  mdiProgressClock,
  mdiTrayFull,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { api, type Task } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { downloadTask } from '../base/auto-download.ts';
import { useMay } from '../base/may.ts';
import { isUnfinished, refetchTasks, useMyTasks } from '../base/my-tasks.ts';
import { useServer, useServices, useUser } from '../base/services.tsx';
import { useFormatDate } from '../base/use-format-date.ts';
import { formatPercent } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './activity.module.css';
import { useNews } from './news.ts';
import { mayOpen } from './screens.ts';

const rowsShown = 12;

/** The tasks of this browser, and those of others that run now. */
function useActivity(): readonly Task[] {
  const server = useServer();
  const mine = useMyTasks();
  const { data } = useQuery({
    queryKey: ['tasks', 'running'],
    queryFn: ({ signal }) =>
      server.call(api.listTasks, { body: { executingState: [0, 1, 2], pageSize: rowsShown }, signal }),
    refetchInterval: 2000,
    meta: { quiet: true },
  });
  const others = (data?.items ?? []).filter((task) => !mine.some(({ id }) => id === task.id));
  return [...mine.filter(isUnfinished), ...others, ...mine.filter((task) => !isUnfinished(task))].slice(0, rowsShown);
}

/** What runs, what ended and what failed, with what can be done about it. */
export function Activity(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  const user = useUser();
  const navigate = useNavigate();
  const tasks = useActivity();
  const news = useNews(({ items }) => items.length > 0);
  return (
    <>
      <div className={styles.head}>
        <h2>{t('activity.title')}</h2>
        {mayOpen(user, '/admin') && (
          <Button
            onClick={() => {
              props.onClose();
              void navigate({ to: '/admin/$view', params: { view: 'tasks' } });
            }}
          >
            {t('activity.all')}
          </Button>
        )}
      </div>
      <NewsList onClose={props.onClose} />
      {tasks.length === 0 && news ? null : tasks.length === 0 ? (
        <p className={styles.none}>{t('activity.none')}</p>
      ) : (
        <ul className={styles.list}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Records that have ended, with the way to them. */
function NewsList(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  const news = useNews(({ items }) => items);
  const time = useFormatDate('time');
  if (news.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('activity.records')}>
      {news.map(({ text, to, atMs }) => (
        <li key={atMs} className={styles.task}>
          <span className={styles.done}>
            <Icon path={mdiCheckCircleOutline} size={18} />
          </span>
          <div className={styles.what}>
            <div className={styles.line}>
              <b>{text}</b>
              <span className={styles.state}>{time(new Date(atMs).toISOString())}</span>
            </div>
          </div>
          <div className={styles.action}>
            <Button component={Link} to={to} onClick={props.onClose}>
              {t('recording.open')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const looks = {
  Waiting: { icon: mdiProgressClock, tone: 'quiet' },
  'Ask running': { icon: mdiProgressClock, tone: 'quiet' },
  Running: { icon: mdiPlayCircleOutline, tone: 'running' },
  Done: { icon: mdiCheckCircleOutline, tone: 'done' },
  Error: { icon: mdiAlertCircleOutline, tone: 'failed' },
  Archived: { icon: mdiTrayFull, tone: 'quiet' },
} as const;

function TaskRow(props: { task: Task }): ReactNode {
  const { task } = props;
  const language = useAppearance((appearance) => appearance.language);
  const { icon, tone } = looks[task.executing_str];
  const problem = task.executing_str === 'Error' ? task.result?.msg?.[language] : undefined;
  return (
    <li className={styles.task}>
      <span className={styles[tone]}>
        <Icon path={icon} size={18} />
      </span>
      <div className={styles.what}>
        <div className={styles.line}>
          <b title={task.display_name[language]}>{task.display_name[language]}</b>
          <span className={styles.state}>{task.status[language]}</span>
        </div>
        {task.executing_str === 'Running' && task.progress !== null && (
          <div className={styles.line}>
            <LinearProgress
              variant="determinate"
              value={task.progress * 100}
              aria-label={task.display_name[language]}
              className={styles.bar ?? ''}
            />
            <span className={styles.state}>{formatPercent(Math.floor(task.progress * 100), language)}</span>
          </div>
        )}
        {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      </div>
      <div className={styles.action}>
        <TaskAction task={task} />
      </div>
    </li>
  );
}

/** The one thing to do with a task: fetch its file, run it again, or stop it. */
function TaskAction(props: { task: Task }): ReactNode {
  const { task } = props;
  const { t } = useTranslation('app');
  const services = useServices();
  const { server } = services;
  const queries = useQueryClient();
  const mayAct = useMay('task.edit');
  const params = { id: task.id };
  const act = useMutation({
    mutationFn: async (what: 'download' | 'restart' | 'cancel') => {
      if (what === 'download') await downloadTask(services, task);
      else await server.call(what === 'restart' ? api.restartTask : api.cancelTask, { params });
    },
    onSuccess: () => refetchTasks(queries),
  });
  if (task.executing_str === 'Done' && task.can_download) {
    return (
      <IconButton
        aria-label={t('activity.download')}
        title={t('activity.download')}
        onClick={() => act.mutate('download')}
      >
        <Icon path={mdiDownload} size={18} />
      </IconButton>
    );
  }
  if (!mayAct) return null;
  if (task.executing_str === 'Error') {
    return (
      <Button onClick={() => act.mutate('restart')} loading={act.isPending}>
        {t('activity.restart')}
      </Button>
    );
  }
  if (isUnfinished(task) && task.is_cancelable && !task.ask_cancel) {
    return (
      <Button color="inherit" onClick={() => act.mutate('cancel')} loading={act.isPending}>
        {t('cancel')}
      </Button>
    );
  }
  return null;
}
