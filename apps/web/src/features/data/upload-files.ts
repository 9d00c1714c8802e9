import { ApiError, NetworkError } from '@sillage/client';
import { api, type Translated } from '@sillage/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { notify } from '../../base/notify.ts';
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
  | { readonly kind: 'waiting' | 'queued' | 'sending' | 'done' }
  /** Without words the server did not answer. */
  | { readonly kind: 'refused'; readonly message: Translated | undefined };

/** A chosen file: two may have everything but their content in common. */
export interface FileRow {
  readonly id: number;
  readonly file: File;
  readonly state: FileState;
}

interface Chosen {
  readonly rows: readonly FileRow[];
  /** Files of the last choice beyond what an import takes. */
  readonly left: number;
  /** Files of the last choice that look like one in the list. */
  readonly doubles: readonly File[];
}

let lastRowId = 0;

const isPending = ({ state }: FileRow): boolean => state.kind !== 'done';
const looksLike = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const newRow = (file: File): FileRow => ({ id: ++lastRowId, file, state: { kind: 'waiting' } });

/** As many as there is room for. */
function withRows({ rows }: Chosen, added: readonly FileRow[], doubles: readonly File[]): Chosen {
  const taken = added.slice(0, Math.max(0, mostFiles - rows.filter(isPending).length));
  return { rows: [...rows, ...taken], left: added.length - taken.length, doubles };
}

/** The files of an import. They are sent one by one, also when the dialog is closed meanwhile; each is taken or refused on its own. */
export function useUploadFiles(onAllTaken: () => void) {
  const [chosen, setChosen] = useState<Chosen>({ rows: [], left: 0, doubles: [] });
  const [isSending, setSending] = useState(false);
  const { rows, left, doubles } = chosen;
  const sendOne = useSendFile();
  const tellOutcome = useTellOutcome();
  const change = (some: (row: FileRow) => FileState | undefined) =>
    setChosen((now) => ({ ...now, rows: now.rows.map((row) => ({ ...row, state: some(row) ?? row.state })) }));

  const closeWhenAllTaken = useEffectEvent(() => {
    if (rows.length > 0 && !rows.some(isPending)) onAllTaken();
  });
  useEffect(() => {
    if (!isSending) closeWhenAllTaken();
  }, [isSending]);

  return {
    rows,
    left,
    doubles,
    isFull: rows.filter(isPending).length >= mostFiles,
    isSending,
    add: (files: readonly File[]) => {
      const picked = files.map(newRow);
      setChosen((now) => {
        const isDouble = ({ file }: FileRow) => now.rows.some((row) => looksLike(row.file, file));
        const doubles = picked.filter(isDouble).map(({ file }) => file);
        return withRows(
          now,
          picked.filter((row) => !isDouble(row)),
          doubles,
        );
      });
    },
    addDoubles: () => {
      const added = doubles.map(newRow);
      setChosen((now) => withRows(now, added, []));
    },
    remove: (id: number) => setChosen((now) => ({ ...now, rows: now.rows.filter((row) => row.id !== id) })),
    /** Sends what is not taken yet; files added meanwhile wait. */
    send: async (fields: UploadFields): Promise<void> => {
      const batch = rows.filter(isPending);
      const ids = new Set(batch.map(({ id }) => id));
      let refused = 0;
      setSending(true);
      change(({ id }) => (ids.has(id) ? { kind: 'queued' } : undefined));
      try {
        for (const { id, file } of batch) {
          const become = (state: FileState) => change((row) => (row.id === id ? state : undefined));
          become({ kind: 'sending' });
          const state = await sendOne(file, fields);
          become(state);
          if (state.kind === 'refused') refused++;
        }
      } finally {
        change(({ state }) => (state.kind === 'queued' || state.kind === 'sending' ? { kind: 'waiting' } : undefined));
        setSending(false);
      }
      await tellOutcome(batch.length - refused, refused);
    },
  };
}

/** Sends a file with what is said of all; answers how it went. */
function useSendFile() {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const timezone = useOwnTimezone();
  return async (file: File, fields: UploadFields): Promise<FileState> => {
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
      if (problem instanceof ApiError) return { kind: 'refused', message: problem.body.message };
      if (problem instanceof NetworkError) return { kind: 'refused', message: undefined };
      throw problem;
    }
  };
}

function useTellOutcome() {
  const { t } = useTranslation('data');
  const queryClient = useQueryClient();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async (taken: number, refused: number): Promise<void> => {
    // A dialog that is still open shows what became of each file, and stays while one is refused.
    const isSaid = refused > 0 && isShown.current;
    if (refused > 0 && !isSaid) notify({ kind: 'warning', text: t('upload.refused', { count: refused }) });
    await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
    if (taken > 0 && !isSaid) notify({ kind: 'success', text: t('upload.done', { count: taken }) });
  };
}
