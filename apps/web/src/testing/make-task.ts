import type { Task } from '@sillage/contract';

/** For tests: a task that is done and made a file, or whatever the fields make of it. */
export function makeTask(fields: Partial<Task> = {}): Task {
  return {
    id: 1,
    name: 'backup.export',
    display_name: { fr: 'Sauvegarde', en: 'Backup' },
    args: {},
    executing: 3,
    executing_str: 'Done',
    executing_time: 1,
    status: { fr: 'Terminée', en: 'Done' },
    rec_ids: [],
    about_record: null,
    caller_front_uid: 'u',
    client_id: 1,
    client_name: 'Pôle',
    created_date: '2026-01-01T00:00:00Z',
    result: { download: '/tasks/1/download' },
    loading: false,
    error: false,
    success: true,
    ask_cancel: false,
    can_download: true,
    may_handle: true,
    is_cancelable: false,
    progress: null,
    messages_history: [],
    logs: '',
    ...fields,
  };
}
