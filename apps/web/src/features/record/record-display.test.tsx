import type { ApiClient } from '@sillage/client';
import type { DataEntry, DisplaySettings, SpecificParameters } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import { RecordView } from './record-view.tsx';

/** What each graph was drawn with, by its name. */
const drawn = new Map<
  string,
  { lineWidth: number; zeroUnified: boolean; series: readonly { values: Float64Array }[] }
>();
vi.mock('../../charts/graph.tsx', async (original) => ({
  ...(await original<object>()),
  Graph: (props: {
    name: string;
    lineWidth: number;
    zeroUnified: boolean;
    series: readonly { label: string; unit: string; note: string; values: Float64Array }[];
    onPlotWidth(pixels: number): void;
  }) => {
    drawn.set(props.name, props);
    queueMicrotask(() => props.onPlotWidth(800));
    return (
      <figure aria-label={props.name}>
        {props.series.map(({ label, unit, note }) => `${label} ${unit} ${note}`.trim()).join('; ')}
      </figure>
    );
  },
}));

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  useAppearance.getState().setLanguage('fr');
  widenWindow();
  drawn.clear();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const variable = (fr: string, unit: string) => ({ description: { fr, en: fr }, unit });
const record = makeRecord({
  duration: 4,
  sport_id: 3,
  available_data: {
    'gps.speed': variable('Vitesse', 'm/s'),
    'imu.acc_x': variable('Accélération', 'm/s²'),
    'imu.roll': variable('Roulis', '°'),
  },
  modules: { gps: { type: 'gps', rate: 1, samples: 5 }, imu: { type: 'imu', rate: 1, samples: 5 } },
});

const values: { [name: string]: readonly number[] } = {
  'gps.speed': [4, 4, 5, 4, 4],
  'imu.acc_x': [0, 0, 3, 0, 0],
  'imu.roll': [1, 1, 1, 1, 1],
};

/** All of it, as the server says it in its readable form. */
function measured(): DataEntry {
  const data = Object.keys(values).map((name, id) => [
    name,
    {
      id,
      label: name,
      title: name,
      data: (values[name] ?? []).map((y, x) => ({ x, y })),
      yRange: [] as [],
      color: null,
      type: 'number' as const,
    },
  ]);
  return {
    data: Object.fromEntries(data),
    xrange: { T: [0, 4], D: [], x: [0, 4] },
    selectionNum: null,
    slot_id: null,
    label: null,
  };
}

/** The record, as the settings of its reader, club and sport have it. */
async function open(parameters: z.infer<typeof SpecificParameters>, settings: Partial<DisplaySettings> = {}) {
  const statistics = { num: 5, mean: 4, std: 0.25, min: 4, max: 5 };
  const server = fakeServer({
    readRecordParameters: parameters,
    readDisplaySettings: {
      shortest_record: 2,
      decimals: null,
      speed_unit: 'm_s',
      sports: [],
      live_speed_unit: 'm_s',
      ...settings,
    },
    readRecordStatistics: {
      default: { data: Object.keys(values).map((name) => ({ variable: name, ...statistics })) },
      specific: { headers: [], data: [] },
    },
  });
  const fetchBytes: ApiClient['fetchBytes'] = async () => ({
    status: 200,
    headers: new Headers(),
    epoch: undefined,
    contentType: 'application/json',
    filename: undefined,
    body: new TextEncoder().encode(JSON.stringify(measured())),
  });
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <RecordView record={record} />
    </LiveProvider>,
    { ...server, fetchBytes },
  );
  await screen.findAllByRole('figure');
}
const figures = () => screen.getAllByRole('figure').map(({ textContent }) => textContent ?? '');
const variables = { 'rec_params::courbes::variables': ['roll', 'speed'] };

it('a record opens with the curves that were chosen, in their order', async () => {
  await open(variables);
  expect(figures()).toEqual(['Roulis °', 'Vitesse m/s']);
});

it.each([
  ['km_h', 'Vitesse km/h', [14.4, 14.4, 18, 14.4, 14.4]],
  ['min_500m', 'Vitesse min/500\u00a0m', [125, 125, 100, 125, 125]],
] as const)('its speeds are said as its sport has it: %s', async (unit, said, figuresOfSpeed) => {
  await open(variables, { sports: [{ sport_id: 3, speed_unit: unit }] });
  expect(figures()[1]).toBe(said);
  const graph = () => [...drawn].find(([name]) => name.includes('Vitesse'))?.[1];
  await waitFor(() => expect(graph()?.series[0]?.values.length).toBe(5));
  expect([...(graph()?.series[0]?.values ?? [])].map((value) => Math.round(value * 10) / 10)).toEqual(figuresOfSpeed);
});

it('its statistics say what its curves say: a pace has no deviation', async () => {
  await open(variables, { sports: [{ sport_id: 3, speed_unit: 'min_500m' }] });
  const row = await screen.findByRole('row', { name: /Vitesse/ });
  await waitFor(() => expect(row.textContent).toContain('2:05'));
  expect(row.textContent).not.toContain('±');
});

it('statistics have as many decimals as were asked for', async () => {
  await open(variables, { decimals: 4 });
  const row = await screen.findByRole('row', { name: /Roulis/ });
  await waitFor(() => expect(row.textContent).toContain('4,0000'));
});

it('curves are as wide as was set, with their zeros at one height where that was set', async () => {
  await open({ ...variables, 'rec_params::courbes::epaisseur': 3, 'rec_params::courbes::zero_commun': true });
  await waitFor(() =>
    expect([...drawn.values()].map((one) => [one.lineWidth, one.zeroUnified])).toEqual([
      [3, true],
      [3, true],
    ]),
  );
  cleanup();
  drawn.clear();
  queryClient.clear();
  await open(variables);
  await waitFor(() =>
    expect([...drawn.values()].map((one) => [one.lineWidth, one.zeroUnified])).toEqual([
      [1.6, false],
      [1.6, false],
    ]),
  );
});

it('drawn curves are averaged over the time that was set, and the screen says so', async () => {
  await open({ 'rec_params::courbes::variables': ['acc_x'], 'rec_params::lissage::fenetre': 2 });
  await waitFor(() => expect(figures()[0]).toBe('Accélération m/s² lissé sur 2,00\u00a0s'));
  expect([...([...drawn.values()][0]?.series[0]?.values ?? [])]).toEqual([0, 1, 1, 1, 0]);
});
