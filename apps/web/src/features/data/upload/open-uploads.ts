import type { ApiClient } from '@sillage/client';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';
import { notify } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { i18next } from '../../../base/translate.ts';
import { recordKeys } from '../../../records/record-queries.ts';
import { createUploads, type Uploads } from './create-uploads.ts';
import { type HashBlob, hashInWorker } from './hash-blob.ts';

const opened = new WeakMap<ApiClient, Uploads>();
/** The page of uploads is shown: it says itself what became of files. */
export const page = { isShown: false };

/** The uploads of this page, which outlive the screen. */
export function uploadsOf(server: ApiClient, hash: HashBlob = hashInWorker()): Uploads {
  const before = opened.get(server);
  if (before !== undefined) return before;
  const uploads = createUploads({
    server,
    hash,
    wait,
    onMade: () => void queryClient.invalidateQueries({ queryKey: recordKeys.lists }),
    onRest(taken, refused) {
      if (page.isShown) return;
      if (refused > 0) {
        const link = { label: i18next.t('data:upload.open'), to: '/upload' };
        notify({ kind: 'warning', text: i18next.t('data:upload.refused', { count: refused }), link });
      }
      if (taken > 0) notify({ kind: 'success', text: i18next.t('data:upload.done', { count: taken }) });
    },
  });
  opened.set(server, uploads);
  resetWhenSignedOut(uploads.clear);
  return uploads;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    // The network is back before the wait is over.
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}
