import { mdiFilterOffOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Task } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import screen from '../../../tables/table-screen.module.css';
import { type TableView, useTableState } from '../../../tables/table-states.ts';
import { BottomSheet } from '../../../ui/bottom-sheet.tsx';
import { MessageScreen } from '../../../ui/message-screen.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { StartTaskDialog } from './start-task-dialog.tsx';
import { askedFirst, type TaskAction, useTaskAction } from './task-actions.ts';
import { TaskConfirm } from './task-confirm.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TaskTable } from './task-table.tsx';
import { TaskToolbar } from './task-toolbar.tsx';
import styles from './tasks.module.css';
import { useTasks } from './use-tasks.ts';

/** The queue of tasks: what runs, waits, ended and failed, and what can be done about it. */
export default function Tasks(): ReactNode {
  const view = useTableState('tasks');
  const list = useTasks(view);
  const [chosen, setChosen] = useState<Task>();
  const [starting, setStarting] = useState(false);
  const [asked, setAsked] = useState<{ task: Task; action: TaskAction }>();
  const act = useTaskAction(() => setAsked(undefined));
  const rows = list.data?.items;
  const desktop = useScreenSize() === 'desktop';
  const ask = (task: Task, action: TaskAction) => {
    if (askedFirst.has(action)) setAsked({ task, action });
    else act.mutate({ task, action });
  };
  const close = () => setChosen(undefined);
  const panel = chosen && <TaskPanel key={chosen.id} task={chosen} onClose={close} onAct={ask} />;
  return (
    <>
      <section className={screen.main}>
        <TaskToolbar view={view} total={list.data?.total} onStart={() => setStarting(true)} />
        <div className={styles.body}>
          <div className={styles.list}>
            <div ref={view.box} className={screen.rows} aria-busy={list.isFetching && list.isPlaceholderData}>
              {rows === undefined && list.error === null && <LoadingRows />}
              {rows === undefined && list.error !== null && (
                <LoadingFailed problem={list.error} onRetry={() => void list.refetch()} />
              )}
              {rows?.length === 0 && <NoTasks view={view} />}
              {rows !== undefined && rows.length > 0 && (
                <TaskTable rows={rows} chosen={chosen} onChoose={setChosen} onAct={ask} />
              )}
            </div>
            <Pager
              page={view.page}
              total={list.data?.total ?? (list.error === null ? undefined : 0)}
              isEstimate={list.data?.total_is_estimate}
              pageSize={view.pageSize}
              chosenSize={view.chosenSize}
              onPageSize={view.choosePageSize}
              onPage={view.turnTo}
            />
          </div>
          {panel && desktop && <aside className={styles.panel}>{panel}</aside>}
        </div>
      </section>
      {panel && !desktop && (
        <BottomSheet open onClose={close}>
          {panel}
        </BottomSheet>
      )}
      {starting && <StartTaskDialog onClose={() => setStarting(false)} />}
      {asked && (
        <TaskConfirm
          {...asked}
          pending={act.isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            if (asked.action === 'delete' && chosen?.id === asked.task.id) close();
            act.mutate(asked);
          }}
        />
      )}
    </>
  );
}

function NoTasks({ view }: { view: TableView }): ReactNode {
  const { t } = useTranslation('admin');
  const narrowed = Object.values(view.chosen).some((values) => values.length > 0);
  if (!narrowed) return <MessageScreen heading="h3" title={t('tasks.empty.title')} text={t('tasks.empty.text')} />;
  return (
    <MessageScreen heading="h3" icon={mdiFilterOffOutline} title={t('tasks.noMatch')} text={t('tasks.noMatchText')}>
      <Button variant="contained" onClick={view.reset}>
        {t('common.noMatch.reset')}
      </Button>
    </MessageScreen>
  );
}
