import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { useShortMoment } from './use-short-moment.ts';

const nowMs = Date.parse('2026-05-16T12:00:00.000Z');
function Shown(): ReactNode {
  const short = useShortMoment(nowMs);
  const dates = ['2026-05-16T11:41:00.000Z', '2026-05-14T11:41:00.000Z', '2025-05-14T11:41:00.000Z', null];
  return <output>{dates.map(short).join(' | ')}</output>;
}
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

it('of today the time, of this year the day, else the date', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useAppearance.getState().setLanguage('fr');
  await renderForTest(<Shown />, fakeServer());
  expect((await screen.findByRole('status')).textContent).toMatch(/^\d\d:41 \| 14 mai \| 14 mai 2025 \| –$/);
});
