import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { SamplesProvider } from './samples.tsx';
import { SessionRow } from './session-row.tsx';
import { StateCounts } from './state-counts.tsx';
import { useTiming } from './timed-record.ts';

const ready = (number: number, battery: number) => ({
  ...deviceFixture({ number, state: 'idle', keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]] }),
  battery,
});
const devices = takeList(undefined, [ready(10200217, 80), ready(10200218, 12)], 0);

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useTiming.setState({ countdownSeconds: 0, stopSeconds: 0 });
});

async function show() {
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <SamplesProvider devices={devices}>
        <SessionRow devices={devices} />
        <StateCounts devices={devices} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer(),
  );
  await screen.findByText(/cochés sur 2/);
}

test('how it starts and stops is chosen before it does', async () => {
  await show();
  await userEvent.click(screen.getByRole('combobox', { name: 'Départ' }));
  await userEvent.click(await screen.findByRole('option', { name: 'décompte 3 s' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await userEvent.click(screen.getByRole('combobox', { name: 'Arrêt' }));
  await userEvent.click(await screen.findByRole('option', { name: /^après 5/ }));
  expect(useTiming.getState()).toEqual({ countdownSeconds: 3, stopSeconds: 300 });
});

test('all are unticked and ticked at once', async () => {
  await show();
  const count = () => screen.getByText(/sur 2$/).textContent;
  expect(count()).toBe('2 cochés sur 2');
  await userEvent.click(screen.getByRole('button', { name: 'Tout décocher' }));
  expect(count()).toMatch(/^0 coché/);
  await userEvent.click(screen.getByRole('button', { name: 'Tout cocher' }));
  expect(count()).toBe('2 cochés sur 2');
});

test('the line of counts says how many somebody should look at', async () => {
  await show();
  expect(screen.getByText('2 prêts')).toBeDefined();
  expect(screen.getByText('1 à surveiller')).toBeDefined();
});
