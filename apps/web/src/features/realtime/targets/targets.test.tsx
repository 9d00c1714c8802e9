import type { RealtimeClient } from '@sillage/client';
import type { api, Indicators, ReplyOf } from '@sillage/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { takeList } from '../../../live/merge-device.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { DeviceCard } from '../device-card.tsx';
import { SamplesProvider } from '../samples.tsx';
import { SessionRow } from '../session-row.tsx';
import { gapOf, readTargets, setTargets, switchTargetSound, targetKey } from './targets.ts';

const key = targetKey('cadence', 'cpm');
const sounds: string[] = [];
vi.mock('./target-sound.ts', () => ({ soundCrossing: (way: string) => sounds.push(way) }));

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  sounds.length = 0;
  setTargets(new Map([[key, undefined]]));
  switchTargetSound(false);
});

describe('a gap', () => {
  const target = { from: 31, to: 33 };
  test('is none inside, signed outside, and unknown without a value', () => {
    expect([31, 32, 33].map((value) => gapOf(value, target))).toEqual([0, 0, 0]);
    expect(gapOf(33.8, target)).toBeCloseTo(0.8);
    expect(gapOf(30.1, target)).toBeCloseTo(-0.9);
    expect([null, undefined, Number.NaN].map((value) => gapOf(value, target))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('brings a value back to the target', () => {
    const figure = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(figure, figure, figure, (value, a, b) => {
        const wanted = { from: Math.min(a, b), to: Math.max(a, b) };
        const back = value - (gapOf(value, wanted) ?? Number.NaN);
        expect(back).toBeGreaterThanOrEqual(wanted.from - 1e-9);
        expect(back).toBeLessThanOrEqual(wanted.to + 1e-9);
      }),
    );
  });
});

test('what the browser kept is taken where it can be read', () => {
  const kept = { targets: { [key]: { from: 31, to: 33 } }, sound: true };
  expect(readTargets(JSON.stringify(kept))).toEqual(kept);
  for (const bad of [null, '', '{', '[]', JSON.stringify({ targets: { x: { from: 2, to: 1 } }, sound: true })]) {
    expect(readTargets(bad)).toEqual({ targets: {}, sound: false });
  }
});

const camille = deviceFixture({
  number: 10200217,
  state: 'idle',
  athlete: ['Camille', 'Le Goff'],
  keys: [['imu.cadence', 'Cadence', 'Cadence', 'cpm', 1]],
});
const devices = takeList(undefined, [camille], 0);
const told: ReplyOf<typeof api.readDeviceIndicators> = {
  sport: null,
  indicators: [
    { name: 'cadence', type: 'number', unit: 'cpm', precision: 1, title: { fr: 'Cadence', en: 'Cadence' } },
    { name: 'time', type: 'chrono', unit: 's', precision: 0, title: { fr: 'Temps', en: 'Time' } },
  ],
};

/** A card and the session row; answers how to tell a cadence. */
async function show() {
  const listeners: ((data: Indicators) => void)[] = [];
  const live: RealtimeClient = {
    ...fakeLive().live,
    subscribe: (kind, _id, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'indicators') listeners.push(listener as (data: Indicators) => void);
      return () => undefined;
    },
  };
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={devices}>
        <SessionRow devices={devices} />
        {devices.map((device) => (
          <DeviceCard key={device.number} device={device} />
        ))}
      </SamplesProvider>
    </LiveProvider>,
    fakeServer({ readDeviceIndicators: told }),
  );
  await screen.findByText('Temps');
  return (value: number) => {
    const indicators = { cadence: { value } } as unknown as Indicators['indicators'];
    return act(() => {
      for (const listen of listeners) listen({ indicators } as Indicators);
    });
  };
}

async function setCadence(from: string, to: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: /^Cible/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Cibles en direct' });
  expect(within(dialog).queryByRole('group', { name: 'Temps' })).toBeNull();
  const cadence = within(dialog).getByRole('group', { name: 'Cadence' });
  await userEvent.type(within(cadence).getByLabelText('de'), from);
  await userEvent.type(within(cadence).getByLabelText('à'), to);
}

test('a target is set in the row: the card says whether a value is in it, and by how much not', async () => {
  const tell = await show();
  await setCadence('31', '33,0');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByRole('button', { name: 'Cible Cadence 31,0 à 33,0 cpm' });
  const card = screen.getByRole('article');
  await tell(32);
  await within(card).findByText('cible');
  await tell(33.8);
  await within(card).findByText('+0,8');
  expect(card.textContent).toContain('Camille Le Goff : Cadence au-dessus de la cible');
  await tell(30.1);
  await within(card).findByText('−0,9');
  expect(JSON.parse(localStorage.getItem('sillage.liveTargets') ?? '')).toMatchObject({
    targets: { [key]: { from: 31, to: 33 } },
  });
});

test('two figures the wrong way round are refused', async () => {
  await show();
  await setCadence('33', '31');
  expect(screen.getByRole('alert').textContent).toContain('la plus petite d’abord');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true);
});

test('only a crossing is heard, and only when it is switched on', async () => {
  setTargets(new Map([[key, { from: 31, to: 33 }]]));
  const tell = await show();
  const card = screen.getByRole('article');
  await tell(32);
  await within(card).findByText('cible');
  await tell(34);
  await within(card).findByText('+1,0');
  expect(sounds).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Son au passage de la cible' }));
  await tell(35);
  await within(card).findByText('+2,0');
  expect(sounds).toEqual([]);
  await tell(32);
  await waitFor(() => expect(sounds).toEqual(['back']));
  await tell(30);
  await waitFor(() => expect(sounds).toEqual(['back', 'out']));
});
