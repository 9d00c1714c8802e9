import { refuse, SyncPulled } from '@sillage/contract';
import { expect, it } from 'vitest';
import { sayWhyNot, whyNotOf } from '../say-why-not.ts';
import { callCloud, SyncStopped } from './call-cloud.ts';
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

it.each([
  [
    refuse('sync.versionApart', { hub: '7.0.0', cloud: '7.4.1 (beta)' }),
    'sync.versionApart',
    /7\.0\.0.*7\.4\.1 \(beta\)/,
  ],
  [refuse('disk.full', { needed: '2 GB', free: '1 MB' }), 'sync.cloudFull', /^The disk of the cloud is full/],
  [refuse('upload.wrongOffset', { offset: 12 }), 'upload.wrongOffset', /12/],
  [refuse('request.tooMany', {}), 'sync.cloudFailed', /request\.tooMany/],
])('says what the cloud says in the words of this hub, holes filled: %#', async (said, code, sentence) => {
  const { url, close } = await openAnsweringServer(said.body(), 409);
  const cloud = callCloud({ url, code: 'a.b' }, new AbortController().signal);
  const problem = await cloud.get('/dbsync/hub/self', SyncPulled).catch((error: unknown) => error);
  close();
  if (!(problem instanceof SyncStopped)) throw problem;
  expect(problem.refusal.code).toBe(code);
  const { code: kept, parameters } = whyNotOf(problem.refusal);
  expect(sayWhyNot(kept, parameters)?.en).toMatch(sentence);
});

it('says of a refusal in words of another version that the cloud failed, and how', async () => {
  const message = { fr: 'Autre chose.', en: 'Something else.' };
  const { url, close } = await openAnsweringServer({ code: 'sync.versionApart', message }, 409);
  const cloud = callCloud({ url, code: 'a.b' }, new AbortController().signal);
  await expect(cloud.get('/dbsync/hub/self', SyncPulled)).rejects.toMatchObject({
    refusal: { code: 'sync.cloudFailed', parameters: { code: 'sync.versionApart' } },
  });
  close();
});
