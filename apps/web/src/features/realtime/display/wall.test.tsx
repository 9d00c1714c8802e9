import type { RealtimeClient } from '@sillage/client';
import type { api, Indicators, ReplyOf } from '@sillage/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { followRecords, nothingRecorded } from '../../../live/follow-records.ts';
import { useFollowedRecords } from '../../../live/followed-records.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { takeList } from '../../../live/merge-device.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { SamplesProvider } from '../samples.tsx';
import { setTargets, targetKey } from '../targets/targets.ts';
import { Wall } from './wall.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useFollowedRecords.setState(nothingRecorded);
});

/** Fourteen athletes, the last of whom is away. */
const devices = takeList(
  undefined,
  Array.from({ length: 14 }, (_, at) =>
    deviceFixture({
      number: 10200201 + at,
      state: 'record',
      recTime: 754,
      athlete: ['Rameur', `${at + 1}`],
      keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
      connected: at < 13,
    }),
  ),
  0,
);

async function show(shown = devices) {
  const { live, become } = fakeLive();
  const onLeave = vi.fn();
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={shown}>
        <Wall devices={shown} onLeave={onLeave} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer(),
  );
  await screen.findByRole('main');
  return { become, onLeave };
}

const tiles = () => screen.getAllByRole('listitem').map((tile) => within(tile).getByTitle(/^Rameur/).textContent);

test('twelve athletes a page, four or one; arrows turn the pages round and round', async () => {
  await show();
  expect(tiles()).toHaveLength(12);
  expect(screen.getByText('13 / 14')).toBeDefined();
  await userEvent.keyboard('{ArrowRight}');
  expect(tiles()).toEqual(['Rameur 13', 'Rameur 14']);
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('Déconnecté');
  await userEvent.keyboard('{ArrowRight}');
  expect(tiles()[0]).toBe('Rameur 1');
  await userEvent.click(screen.getByRole('button', { name: '4' }));
  expect(tiles()).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Page précédente' }));
  expect(tiles()).toEqual(['Rameur 13', 'Rameur 14']);
  await userEvent.click(screen.getByRole('button', { name: '1' }));
  expect(tiles()).toEqual(['Rameur 1']);
});

test('figures of one unit are named; others are said by their unit', async () => {
  type Key = [name: string, fr: string, en: string, unit: string, precision: number];
  const left: Key = ['plate.fzg', 'Force gauche', 'Left force', 'N', 0];
  const right: Key = ['plate.fzd', 'Force droite', 'Right force', 'N', 0];
  const power: Key = ['bike.power', 'Puissance', 'Power', 'W', 0];
  const of = (number: number, keys: Key[]) =>
    deviceFixture({ number, state: 'idle', athlete: ['Rameur', `${number}`], keys });
  await show(takeList(undefined, [of(10200201, [left, right]), of(10200202, [left, power])], 0));
  const [same, apart] = screen.getAllByRole('listitem').map((tile) => tile.textContent);
  expect(same).toContain('Force gauche');
  expect(same).toContain('Force droite');
  expect(['Puissance', 'Force gauche'].filter((name) => apart?.includes(name))).toHaveLength(1);
});

test('it says that it records, and that it recorded once the link is lost', async () => {
  const { become } = await show();
  act(() => useFollowedRecords.setState((before) => followRecords(before, devices, performance.now())));
  expect(await screen.findByText('Enregistre')).toBeDefined();
  act(() => become('lost'));
  expect(await screen.findByText('Enregistrait')).toBeDefined();
  expect(screen.getByText('? / 14')).toBeDefined();
});

test('a target is said above, and on each tile whether its value lies in it', async () => {
  setTargets(new Map([[targetKey('cadence', 'cpm'), { from: 31, to: 33 }]]));
  const rower = deviceFixture({ number: 10200201, state: 'record', athlete: ['Camille', 'Le Goff'], keys: [] });
  const listeners: ((data: Indicators) => void)[] = [];
  const live: RealtimeClient = {
    ...fakeLive().live,
    subscribe: (kind, _id, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'indicators') listeners.push(listener as (data: Indicators) => void);
      return () => undefined;
    },
  };
  const title = { fr: 'Cadence', en: 'Stroke rate' };
  const told: ReplyOf<typeof api.readDeviceIndicators> = {
    sport: null,
    indicators: [{ name: 'cadence', type: 'number', unit: 'cpm', precision: 1, title }],
  };
  const alone = takeList(undefined, [rower], 0);
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={alone}>
        <Wall devices={alone} onLeave={() => undefined} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer({ readDeviceIndicators: told }),
  );
  await screen.findByText('Cadence 31,0 à 33,0 cpm');
  const tile = screen.getByRole('listitem');
  const tell = (value: number) =>
    act(() => {
      const indicators = { cadence: { value } } as unknown as Indicators['indicators'];
      for (const listen of listeners) listen({ indicators } as Indicators);
    });
  const [band, needle] = tile.querySelectorAll<HTMLElement>('[aria-hidden="true"] > span');
  expect(needle?.hidden).toBe(true);
  await tell(32);
  await within(tile).findByText('cible');
  // Ends of the bar are 26 and 38 cpm.
  expect([band?.style.left, band?.style.width].map((at) => Number.parseFloat(at ?? '').toFixed(1))).toEqual([
    '41.7',
    '16.7',
  ]);
  await vi.waitFor(() => expect(needle?.style.left).toBe('50%'));
  await tell(30.1);
  await within(tile).findByText('−0,9');
  await vi.waitFor(() => expect(Number.parseFloat(needle?.style.left ?? '')).toBeCloseTo(34.2, 1));
  await tell(60);
  await vi.waitFor(() => expect(needle?.style.left).toBe('100%'));
  setTargets(new Map([[targetKey('cadence', 'cpm'), undefined]]));
});

test('its controls fade when nothing moves, come back at a move, and one leaves it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { onLeave } = await show();
  const wall = screen.getByRole('main');
  act(() => void vi.advanceTimersByTime(5100));
  expect(wall.hasAttribute('data-idle')).toBe(true);
  fireEvent.pointerMove(wall);
  expect(wall.hasAttribute('data-idle')).toBe(false);
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: /^Quitter l’affichage/ }));
  expect(onLeave).toHaveBeenCalledTimes(1);
});
