import { ApiError, NetworkError } from '@sillage/client';
import { api } from '@sillage/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { inPageLanguage, notify } from '../../base/notify.ts';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { useServer } from '../../base/services.tsx';
import { recordKeys } from '../../records/record-queries.ts';
import { readRate } from '../../records/sample-rate.ts';

/** Files of one import: they are sent one after the other. */
export const mostFiles = 50;

/** What is said of all files of an import. */
export interface UploadFields {
  readonly userIds: readonly number[];
  readonly sportId: number | null;
  readonly groupId: number | null;
  readonly exercise: string | null;
  readonly comment: string;
  /** Hz, as typed. */
  readonly rate: string;
}

export type FileState =
  | { readonly kind: 'waiting' | 'sending' | 'done' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Sends files one by one, also when the dialog is closed meanwhile; each is taken or refused on its own. */
export function useUploadFiles() {
  const { t } = useTranslation('data');
  const server = useServer();
  const queryClient = useQueryClient();
  const { id: clientId } = useActiveClient();
  const timezone = useOwnTimezone();
  const [states, setStates] = useState<ReadonlyMap<File, FileState>>(new Map());
  const [isSending, setSending] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const set = (file: File, state: FileState) => setStates((all) => new Map(all).set(file, state));

  const sendOne = async (file: File, fields: UploadFields): Promise<FileState> => {
    const rate = readRate(fields.rate);
    const body = {
      client_id: clientId,
      user_ids: [...fields.userIds],
      sport_id: fields.sportId,
      ...(fields.groupId !== null && { group_id: fields.groupId }),
      ...(fields.exercise !== null && { exercise_name: fields.exercise }),
      comment: fields.comment,
      timezone,
      ...(typeof rate === 'number' && { rate }),
    };
    try {
      await server.call(api.uploadRecord, { body, file: { content: file, name: file.name } });
      return { kind: 'done' };
    } catch (problem) {
      if (problem instanceof ApiError) return { kind: 'refused', sentence: inPageLanguage(problem.body.message) };
      if (problem instanceof NetworkError) return { kind: 'refused', sentence: t('upload.unreachable') };
      throw problem;
    }
  };

  /** Answers how many were refused. */
  const send = async (files: readonly File[], fields: UploadFields): Promise<number> => {
    setSending(true);
    let refused = 0;
    try {
      for (const file of files) {
        set(file, { kind: 'sending' });
        const state = await sendOne(file, fields);
        set(file, state);
        if (state.kind === 'refused') refused++;
      }
    } finally {
      setSending(false);
    }
    await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
    const taken = files.length - refused;
    if (taken > 0) notify({ kind: 'success', text: t('upload.done', { count: taken }) });
    // A dialog that is still open shows each of them with its reason.
    if (refused > 0 && !isShown.current) notify({ kind: 'warning', text: t('upload.refused', { count: refused }) });
    return refused;
  };
  return { stateOf: (file: File): FileState => states.get(file) ?? { kind: 'waiting' }, isSending, send };
}
