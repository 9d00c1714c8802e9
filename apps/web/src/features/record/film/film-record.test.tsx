import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import FilmRecord from './film-record.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it.each([
  [-3.5, 'Il commence 3,500 s avant l’enregistrement.'],
  [3.5, 'Il commence à 3,500 s de l’enregistrement.'],
])('says of a film that begins at %d s on which side of the start of its record that is', async (offset, sentence) => {
  const facts = { codec: 'vp8', width: 64, height: 48, fps: 25, frames: 50, has_audio: false };
  const video = {
    ...{ ...facts, format: 'webm' as const, content_type: 'video/webm' },
    ...{ of_record_id: 4, offset_seconds: offset },
  };
  const record = makeRecord({ id: 7, record_type: 'video' });
  await renderForTest(<FilmRecord record={record} video={video} />, fakeServer({ readRecord: makeRecord({ id: 4 }) }));
  expect((await screen.findByText(/Il commence/)).textContent?.replaceAll(/\s/g, ' ')).toContain(sentence);
});
