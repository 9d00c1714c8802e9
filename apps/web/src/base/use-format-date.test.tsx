import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { makeParameter } from '../testing/make-parameter.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { useAppearance } from './appearance.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { useFormatDate } from './use-format-date.ts';

function Dates(): ReactNode {
  const day = useFormatDate('day');
  const moment = useFormatDate('moment');
  return <p>{[moment('2026-04-12T01:30:00Z'), day('2026-04-12'), day(null)].join(' | ')}</p>;
}

beforeEach(() => useSession.setState({ user: makeUser({}) }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useAppearance.getState().setLanguage('fr');
});

it('writes times in the browser’s zone for who chose none', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Pacific/Auckland',
  });
  const timezone = makeParameter({ name: 'timezone', type: 'list', value: 'browser' });
  await renderForTest(<Dates />, fakeServer({ readParameter: timezone }));
  expect(await screen.findByText('12 avr. 2026, 13:30 | 12 avr. 2026 | –')).toBeTruthy();
  vi.restoreAllMocks();
});

it.each([
  ['fr', '11 avr. 2026, 21:30 | 12 avr. 2026 | –'],
  ['en', '11 Apr 2026, 21:30 | 12 Apr 2026 | –'],
] as const)(
  'writes times in the person’s timezone and days as they are, day before month, in %s',
  async (language, text) => {
    useAppearance.getState().setLanguage(language);
    const timezone = makeParameter({ name: 'timezone', type: 'list', value: 'America/Guadeloupe' });
    await renderForTest(<Dates />, fakeServer({ readParameter: timezone }));
    expect(await screen.findByText(text)).toBeTruthy();
  },
);
