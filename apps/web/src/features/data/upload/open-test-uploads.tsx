import { createHash } from 'node:crypto';
import { ApiError } from '@sillage/client';
import { refuse, type Upload } from '@sillage/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach } from 'vitest';
import { useNotices } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useServer } from '../../../base/services.tsx';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import type { HashBlob } from '../../../records/upload/hash-blob.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import UploadScreen from './index.tsx';
import { uploadsOf } from './open-uploads.ts';

const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

export const makeFile = (name: string, text = `t;v\n0;${name}\n`) => new File([text], name, { lastModified: 1 });
const hash: HashBlob = async (blob) =>
  new Uint8Array(
    createHash('sha256')
      .update(await bytesOf(blob))
      .digest(),
  );
export const uidOf = (number: number) => `0198f2f0-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A server that takes files in pieces, and as records what it is not told to refuse. */
export function uploadServer(answers: Answers = {}) {
  const begun: Upload[] = [];
  const find = (uid: string | number | boolean | undefined) => {
    const found = begun.find((upload) => upload.uid === uid);
    if (found === undefined) throw new ApiError(404, refuse('entity.notFound').body());
    return found;
  };
  const server = fakeServer({
    findSameFile: [],
    readCsvMapping: { mapping: null },
    listUploads: [],
    createUpload: ({ headers = {} }) => {
      const filename = /filename (\S+?),/.exec(headers['Upload-Metadata'] ?? '')?.[1] ?? '';
      const client_id = Number(atob(/client_id (\S+)$/.exec(headers['Upload-Metadata'] ?? '')?.[1] ?? ''));
      const about = { client_id, filename: atob(filename), size: Number(headers['Upload-Length']), offset: 0 };
      begun.push({ uid: uidOf(begun.length), sha256: null, expires: 0, record_id: null, ...about });
      return find(uidOf(begun.length - 1));
    },
    readUpload: ({ params }) => find(params.uid),
    appendUpload: ({ params, bytes }) => {
      const upload = find(params.uid);
      begun[begun.indexOf(upload)] = { ...upload, offset: upload.offset + (bytes?.size ?? 0) };
      return undefined;
    },
    uploadRecord: { id: 5, task_id: 1 },
    ...answers,
  });
  return { server, nameOf: (uid: string | undefined) => find(uid).filename };
}

/** Files are hashed on this thread: there is no worker in a test. */
function UploadsHere(): ReactNode {
  uploadsOf(useServer(), hash);
  return <UploadScreen />;
}

/** The page of uploads, in French, for a coach. */
export async function showUploads(server: ReturnType<typeof fakeServer>) {
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <UploadsHere />
    </LiveProvider>,
    server,
    '/records/9',
  );
  await screen.findByText('Déposez ici fichiers et dossiers');
}
export const files = () => within(screen.getByRole('region', { name: 'Fichiers à importer' }));
export const row = (name: string) => {
  const item = files().getByText(name).closest('li');
  if (item === null) throw new Error(`${name} has no row`);
  return within(item);
};
export const pick = (chosen: File[]) =>
  fireEvent.change(screen.getByLabelText('Choisir des fichiers'), { target: { files: chosen } });
export const importButton = (count: number) =>
  screen.getByRole('button', {
    name: count === 0 ? 'Importer' : count === 1 ? 'Importer 1 fichier' : `Importer ${count} fichiers`,
  });

/** Before each test of a file, and what it leaves away after it. */
export function prepareUploads(): void {
  beforeEach(() => {
    useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    useSession.setState({ user: undefined });
    useNotices.setState({ waiting: [] });
  });
}
