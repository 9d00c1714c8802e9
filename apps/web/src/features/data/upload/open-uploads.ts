import type { ApiClient } from '@sillage/client';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';
import { notify } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { i18next } from '../../../base/translate.ts';
import { recordKeys } from '../../../records/record-queries.ts';
import { type HashBlob, hashInWorker } from '../../../records/upload/hash-blob.ts';
import { isMetered, onNetworkChange, waitForNetwork } from '../../../records/upload/wait-for-network.ts';
import { createUploads, type Uploads } from './create-uploads.ts';

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
    wait: waitForNetwork,
    isMetered,
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
  onNetworkChange(uploads.spare);
  opened.set(server, uploads);
  resetWhenSignedOut(uploads.clear);
  return uploads;
}
