import { mdiDotsVertical } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Task } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { dateOf } from '../../../records/describe-record.ts';
import table from '../../../tables/rows-table.module.css';
import { formatPercent } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import word from '../../../ui/state-word.module.css';
import { actionIcons, actionsOf, type TaskAction } from './task-actions.ts';
import { durationText, taskLook, taskObject } from './task-words.ts';
import styles from './tasks.module.css';

interface TaskTableProps {
  readonly rows: readonly Task[];
  readonly chosen: Task | undefined;
  onChoose(task: Task | undefined): void;
  onAct(task: Task, action: TaskAction): void;
}

/** State of a task: glyph and word. */
export function TaskStateWord({ task }: { task: Task }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { icon, tone } = taskLook(task);
  return (
    <span className={`${word.word} ${word[tone]}`}>
      <Icon path={icon} size={16} />
      {task.status[language]}
    </span>
  );
}

/** How far a running task is. */
export function TaskProgress({ task }: { task: Task }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  if (task.executing_str !== 'Running' || task.progress === null) return null;
  return (
    <span className={styles.meter}>
      <LinearProgress
        variant="determinate"
        color={task.ask_cancel ? 'warning' : 'secondary'}
        value={task.progress * 100}
        aria-label={task.display_name[language]}
        className={styles.bar ?? ''}
      />
      {formatPercent(Math.floor(task.progress * 100), language)}
    </span>
  );
}

/** What a task is about, in words. */
export function useTaskObject(): (task: Task) => string {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  return (task) =>
    taskObject(task, {
      one: (id) => t('tasks.record', { id }),
      many: (count) => t('tasks.records', { count }),
      date: (record) => dateOf(record, language),
    });
}

/** The tasks as a table, or as a list on a phone. */
export function TaskTable(props: TaskTableProps): ReactNode {
  const { t } = useTranslation('admin');
  const phone = useScreenSize() === 'phone';
  if (phone) return <TaskList {...props} />;
  return (
    <table
      className={`${table.table} ${styles.table}`}
      data-beside={props.chosen !== undefined}
      aria-label={t('tasks.title')}
    >
      <thead>
        <tr>
          {(['id', 'task', 'object', 'created', 'state', 'progress'] as const).map((column) => (
            <th key={column} scope="col" className={styles[column]}>
              {t(`tasks.column.${column}`)}
            </th>
          ))}
          <th scope="col" className={`${table.right} ${styles.duration}`}>
            {t('tasks.column.duration')}
          </th>
          <th className={`${table.buttons} ${styles.actions}`}>
            <span className="visually-hidden">{t('common.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((task) => (
          <TaskRow key={task.id} {...props} task={task} />
        ))}
      </tbody>
    </table>
  );
}

function TaskRow({ task, chosen, onChoose, onAct }: TaskTableProps & { task: Task }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const objectOf = useTaskObject();
  const date = useFormatDate('moment');
  const open = chosen?.id === task.id;
  const object = objectOf(task) || (task.client_name ?? '');
  return (
    <tr data-chosen={open} className={table.choosable} onClick={() => onChoose(open ? undefined : task)}>
      <td className={`${styles.id} ${styles.number}`}>#{task.id}</td>
      <td>
        <button type="button" className={`${table.choose} ${styles.name}`} aria-expanded={open}>
          {task.display_name[language]}
        </button>
      </td>
      <td title={object}>{object || '–'}</td>
      <td className={styles.created}>{date(task.created_date)}</td>
      <td>
        <TaskStateWord task={task} />
      </td>
      <td className={styles.progress}>
        <TaskProgress task={task} />
      </td>
      <td className={table.right}>{durationText(task.executing_time, language)}</td>
      <td className={table.buttons}>
        <TaskButtons task={task} onAct={onAct} />
      </td>
    </tr>
  );
}

/** The one action of the row, and the others in a menu. */
function TaskButtons({ task, onAct }: Pick<TaskTableProps, 'onAct'> & { task: Task }): ReactNode {
  const { t } = useTranslation('admin');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [first, ...others] = actionsOf(task);
  const name = `#${task.id}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a press on a button from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has no key of its own
    <span className={styles.buttons} onClick={(event) => event.stopPropagation()}>
      {first && (
        <IconButton
          aria-label={`${t(`tasks.action.${first}`)} ${name}`}
          title={t(`tasks.action.${first}`)}
          onClick={() => onAct(task, first)}
        >
          <Icon path={actionIcons[first]} size={18} />
        </IconButton>
      )}
      {others.length > 0 && (
        <IconButton
          aria-label={t('common.more', { name })}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiDotsVertical} size={18} />
        </IconButton>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {others.map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              setAnchor(null);
              onAct(task, action);
            }}
          >
            <Icon path={actionIcons[action]} />
            {t(`tasks.action.${action}`)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

function TaskList({ rows, onChoose, onAct }: TaskTableProps): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const objectOf = useTaskObject();
  return (
    <ul aria-label={t('tasks.title')}>
      {rows.map((task) => (
        <li key={task.id} className={styles.item}>
          <button type="button" className={styles.open} onClick={() => onChoose(task)}>
            <span className={styles.line}>
              <b>{task.display_name[language]}</b>
              <span className={styles.number}>#{task.id}</span>
            </span>
            <span className={styles.line}>
              <TaskStateWord task={task} />
              <TaskProgress task={task} />
              <span className={styles.quiet}>{durationText(task.executing_time, language)}</span>
            </span>
            {objectOf(task) !== '' && <span className={styles.quiet}>{objectOf(task)}</span>}
          </button>
          <TaskButtons task={task} onAct={onAct} />
        </li>
      ))}
    </ul>
  );
}
