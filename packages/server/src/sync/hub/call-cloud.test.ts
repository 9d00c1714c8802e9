import { SyncPulled } from '@sillage/contract';
import { expect, it } from 'vitest';
import { callCloud } from './call-cloud.ts';
import { openAnsweringServer } from './open-answering-server.ts';

const row = { table: 'groups', uid: crypto.randomUUID(), other_uid: null, fields: {}, deleted: null };

it.each([
  [{ rows: [row, { ...row, fields: { name: ['crew'] } }], next: 1, more: false }, /^unreadable: rows\.1\.fields\.name/],
  ['no object', /^unreadable$/],
])('says which part of an answer could not be read', async (answer, code) => {
  const { url, close } = await openAnsweringServer(answer);
  const cloud = callCloud({ url, code: 'a.b' }, new AbortController().signal);
  await expect(cloud.post('/dbsync/hub/pull', {}, SyncPulled)).rejects.toMatchObject({
    refusal: { code: 'sync.cloudFailed', parameters: { code: expect.stringMatching(code) } },
  });
  close();
});
