import {
  mdiArchiveOutline,
  mdiCancel,
  mdiCloseOctagonOutline,
  mdiDownload,
  mdiRestart,
  mdiTrashCanOutline,
} from '@mdi/js';
import { api, type Task } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadTask } from '../../../base/auto-download.ts';
import { isUnfinished, refetchTasks } from '../../../base/my-tasks.ts';
import { useServices } from '../../../base/services.tsx';

export const taskActions = ['download', 'restart', 'cancel', 'force', 'archive', 'delete'] as const;
export type TaskAction = (typeof taskActions)[number];

export const actionIcons: Readonly<Record<TaskAction, string>> = {
  download: mdiDownload,
  restart: mdiRestart,
  cancel: mdiCancel,
  force: mdiCloseOctagonOutline,
  archive: mdiArchiveOutline,
  delete: mdiTrashCanOutline,
};

/** What ends or loses something asks first. */
export const askedFirst: ReadonlySet<TaskAction> = new Set(['cancel', 'force', 'delete']);

/** What the caller can do with a task in its state; the first stands in its row. */
export function actionsOf(task: Task): TaskAction[] {
  const download: TaskAction[] = task.can_download ? ['download'] : [];
  if (!task.may_handle) return download;
  if (isUnfinished(task)) return task.is_cancelable ? [task.ask_cancel ? 'force' : 'cancel'] : [];
  switch (task.executing_str) {
    case 'Error':
      return ['restart', ...download, 'archive', 'delete'];
    case 'Done':
      return [...download, 'archive', 'restart', 'delete'];
    default:
      return ['delete', ...download];
  }
}

/** Does one thing with a task; the lists are asked again. */
export function useTaskAction(onDone: () => void) {
  const services = useServices();
  const { server } = services;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ task, action }: { task: Pick<Task, 'id'>; action: TaskAction }): Promise<void> => {
      const params = { id: task.id };
      switch (action) {
        case 'download':
          return downloadTask(services, task);
        case 'restart':
          return void (await server.call(api.restartTask, { params }));
        case 'cancel':
          return void (await server.call(api.cancelTask, { params }));
        case 'force':
          return void (await server.call(api.cancelTask, { params, query: { force: 'true' } }));
        case 'archive':
          return void (await server.call(api.archiveTask, { params }));
        case 'delete':
          return server.call(api.deleteTask, { params });
      }
    },
    onSuccess: async () => {
      await refetchTasks(queries);
      onDone();
    },
  });
}
