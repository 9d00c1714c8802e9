import { mdiArrowDown, mdiClose, mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import type { Task, TaskMessage } from '@sillage/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAppearance } from '../../../base/appearance.ts';
import { isUnfinished } from '../../../base/my-tasks.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import tabs from '../../../ui/tabs.module.css';
import { actionIcons, actionsOf, askedFirst, type TaskAction } from './task-actions.ts';
import styles from './task-panel.module.css';
import { TaskProgress, TaskStateWord, useTaskObject } from './task-table.tsx';
import { argumentLines, durationText } from './task-words.ts';
import { useTask } from './use-tasks.ts';

const parts = ['journal', 'args', 'result'] as const;
type Part = (typeof parts)[number];

/** One task: what it says while it runs, what it was given, what came of it. */
export function TaskPanel(props: {
  task: Task;
  onClose(): void;
  onAct(task: Task, action: TaskAction): void;
}): ReactNode {
  const task = useTask(props.task);
  const { t } = useTranslation('admin');
  const [chosen, setChosen] = useState<Part>();
  const [following, setFollowing] = useState(true);
  // A task that failed shows why.
  const part = chosen ?? (task.error ? 'result' : 'journal');
  const panelId = useId();
  return (
    <div className={styles.panel}>
      <Head task={task} onClose={props.onClose} />
      <div className={`${tabs.tabs} ${styles.tabs}`} role="tablist">
        {parts.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === part}
            aria-controls={panelId}
            onClick={() => setChosen(one)}
          >
            {t(`tasks.part.${one}`)}
          </button>
        ))}
        <span className={styles.grow} />
        {part === 'journal' && isUnfinished(task) && (
          <ToggleButton
            value="follow"
            className={styles.follow ?? ''}
            selected={following}
            onChange={() => setFollowing(!following)}
          >
            <Icon path={mdiArrowDown} />
            {t('tasks.follow')}
          </ToggleButton>
        )}
      </div>
      <div className={styles.content} id={panelId} role="tabpanel" aria-label={t(`tasks.part.${part}`)}>
        {part === 'journal' && <Journal task={task} following={following} />}
        {part === 'args' && <Arguments task={task} />}
        {part === 'result' && <Result task={task} />}
      </div>
      <Foot task={task} onAct={props.onAct} />
    </div>
  );
}

function Head({ task, onClose }: { task: Task; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const date = useFormatDate('moment');
  const objectOf = useTaskObject();
  const took = task.executing_time === null ? '' : durationText(task.executing_time, language);
  const about = [date(task.created_date), took, objectOf(task), task.client_name].filter((one) => one);
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h3>{task.display_name[language]}</h3>
        <span className={styles.quiet}>#{task.id}</span>
        <TaskStateWord task={task} />
        <span className={styles.grow} />
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <Icon path={mdiClose} />
        </IconButton>
      </div>
      <p className={styles.quiet}>{about.join(' · ')}</p>
      <TaskProgress task={task} />
    </header>
  );
}

const tones = { ERROR: 'bad', FATAL: 'bad', WARN: 'warn', SUCCESS: 'good', INFO: 'plain' } as const;

function Message({ message }: { message: z.infer<typeof TaskMessage> }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const time = useFormatDate('second');
  return (
    <li className={styles[tones[message.type]]}>
      <span className={styles.time}>{time(message.date)}</span>
      <span>{t(`tasks.message.${message.type}`)}</span>
      <span className={styles.text}>{message.msg[language]}</span>
    </li>
  );
}

/** What the task has said; while following, the newest stays in view. */
function Journal({ task, following }: { task: Task; following: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  const end = useRef<HTMLLIElement>(null);
  const count = task.messages_history.length;
  const follows = following && isUnfinished(task);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (follows) end.current?.scrollIntoView({ block: 'nearest' });
  }, [follows, count]);
  if (count === 0) return <p className={styles.quiet}>{t(isUnfinished(task) ? 'tasks.silentYet' : 'tasks.silent')}</p>;
  return (
    <ol className={styles.journal}>
      {task.messages_history.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
        <Message key={index} message={message} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  );
}

/** What the task was given, a line each. */
function Arguments({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('admin');
  const lines = argumentLines(task.args, { yes: t('tasks.yes'), no: t('tasks.no') });
  if (lines.length === 0) return <p className={styles.quiet}>{t('tasks.noArgs')}</p>;
  return (
    <dl className={styles.args}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Result({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { result } = task;
  if (isUnfinished(task)) return <p className={styles.quiet}>{t('tasks.notEnded')}</p>;
  return (
    <>
      {result?.msg && <p className={task.error ? styles.failure : undefined}>{result.msg[language]}</p>}
      {!result?.msg && <p>{t(task.error ? 'tasks.failed' : task.can_download ? 'tasks.hasFile' : 'tasks.done')}</p>}
      {result?.traceback && (
        <figure className={styles.trace}>
          <figcaption>
            {t('tasks.trace')}
            <CopyButton text={result.traceback} label={t('copy.do')} icon={mdiContentCopy} />
          </figcaption>
          <pre className={styles.code}>{result.traceback}</pre>
        </figure>
      )}
    </>
  );
}

/** What is copied of a task: all that the panel tells. */
function textOf(task: Task): string {
  const { id, name, executing_str, created_date, args, result, messages_history } = task;
  return JSON.stringify({ id, name, executing_str, created_date, args, result, messages_history }, undefined, 2);
}

function Foot({ task, onAct }: { task: Task; onAct(task: Task, action: TaskAction): void }): ReactNode {
  const { t } = useTranslation('admin');
  const actions = actionsOf(task);
  return (
    <footer className={styles.foot}>
      <CopyButton text={textOf(task)} label={t('tasks.copy')} icon={mdiContentCopy} />
      <span className={styles.grow} />
      {actions.map((action) => (
        <Button
          key={action}
          color={askedFirst.has(action) ? 'error' : 'inherit'}
          onClick={() => onAct(task, action)}
          startIcon={<Icon path={actionIcons[action]} size={18} />}
        >
          {t(`tasks.action.${action}`)}
        </Button>
      ))}
    </footer>
  );
}
