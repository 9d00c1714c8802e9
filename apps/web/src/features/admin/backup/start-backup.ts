import type { FilePart } from '@sillage/client';
import { api, BackupExport } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { refetchTasks } from '../../../base/my-tasks.ts';
import { useServer } from '../../../base/services.tsx';

/** The form of an export as it is typed. */
export interface ExportFields {
  /** The client's id; empty = all. */
  client: string;
  with_files: boolean;
  /** `yyyy-mm-dd`, inclusive; empty = from the first, to the last. */
  start: string;
  end: string;
  timezone: string;
}

/** The arguments of the task. */
export function exportArgs({ client, with_files, start, end, timezone }: ExportFields): Record<string, unknown> {
  return {
    client_id: client === '' ? null : Number(client),
    with_files,
    start: start || null,
    end: end || null,
    timezone,
  };
}

/** Judged by the task's own schema, and that the days are in order. */
export const judgeExport: Resolver<ExportFields> = async (fields) => {
  const errors: FieldErrors<ExportFields> = {};
  const judged = BackupExport.safeParse(exportArgs(fields));
  for (const issue of judged.error?.issues ?? []) {
    const [name] = issue.path;
    if (name === 'start' || name === 'end' || name === 'timezone')
      errors[name] ??= { type: 'own', message: issue.message };
  }
  if (fields.start !== '' && fields.end !== '' && fields.end < fields.start)
    errors.end ??= { type: 'own', message: 'range' };
  return Object.keys(errors).length === 0 ? { values: fields, errors: {} } : { values: {}, errors };
};

/** Starts a task of backups; the lists of tasks are asked again. */
export function useStartBackup(onStarted: () => void) {
  const server = useServer();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, args, file }: { name: string; args: Record<string, unknown>; file?: FilePart }) =>
      file === undefined
        ? server.call(api.createTask, { body: { name, args } })
        : server.call(api.createTaskWithFile, { body: { name, args }, file }),
    onSuccess: async () => {
      await refetchTasks(queries);
      onStarted();
    },
    meta: { quiet: true },
  });
}
