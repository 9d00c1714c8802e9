import { ApiError } from '@sillage/client';
import { type Record, refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { type Answers, fakeServer } from '../testing/fake-server.ts';
import { makeRecord } from '../testing/make-record.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import type { DownloadWindow } from './download.ts';
import { DownloadDialog } from './download-dialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

const selection = (id: number, num: number, exercise: string) => ({
  ...{ id, num, exercise, record_id: 1, t0: 0, t1: 102, toffset: 0, d0: null, d1: null, doffset: 0 },
  ...{ comment: '', distance: null, chrono: '01:42.000' },
});

async function open(records: Record[], answers: Answers = {}, window?: DownloadWindow) {
  const server = fakeServer({
    estimateRecordFile: { bytes: 6_200_000, files: 3, is_zip: true },
    linkRecordFile: { path: '/downloads/once' },
    listSelections: [selection(11, 1, '500 m n° 1'), selection(12, 2, 'Départ')],
    ...answers,
  });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  const onClose = vi.fn();
  await renderForTest(<DownloadDialog records={records} window={window} onClose={onClose} />, server);
  const dialog = within(await screen.findByRole('dialog'));
  const press = async (name: string) => userEvent.click(dialog.getByRole('button', { name }));
  return { ...server, followed, onClose, dialog, press };
}

it('says how large the download will be, starts it past the memory of the page, and says that it began', async () => {
  const { dialog, given, followed, onClose } = await open([makeRecord({ id: 4 }), makeRecord({ id: 5 })]);
  expect(await dialog.findByText(/Environ 6,2/)).toBeTruthy();
  expect(dialog.getByText(/3 fichiers en un ZIP/)).toBeTruthy();
  await userEvent.keyboard('d');
  await waitFor(() => expect(followed).toEqual(['http://sillage.test/api/downloads/once']));
  expect(given('linkRecordFile')).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: { ids: [4, 5] } }]);
  expect(onClose).toHaveBeenCalled();
  expect(useNotices.getState().waiting.at(-1)?.text).toMatch(/^Téléchargement commencé, environ 6,2/);
});

it('lets the server make in the background what is large, and what is not where it is asked to', async () => {
  const large = { estimateRecordFile: { bytes: 900_000_000, files: 3, is_zip: true }, queueRecordFile: { task_id: 7 } };
  const { dialog, given, onClose } = await open([makeRecord({ id: 4 })], large);
  expect(await dialog.findByText(/Ce fichier est grand/)).toBeTruthy();
  await userEvent.keyboard('d');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(given('queueRecordFile')).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: {} }]);
  expect(given('linkRecordFile')).toEqual([]);
  expect(useNotices.getState().waiting.at(-1)?.text).toMatch(/se télécharge de lui-même/);
  cleanup();
  const small = await open([makeRecord({ id: 5 })], { queueRecordFile: { task_id: 8 } });
  await small.press('En arrière-plan');
  await waitFor(() => expect(small.given('queueRecordFile')).toHaveLength(1));
  expect(small.followed).toEqual([]);
});

it('offers what the server makes, and nothing else', async () => {
  const { dialog } = await open([makeRecord({ available_data: {} })]);
  const formats = ['CSV', 'Parquet', 'MCAP', 'Brut', 'Résultats des analyses', 'Statistiques', 'ZIP complet'];
  const pressable = dialog
    .getAllByRole('button')
    .flatMap((one) => (one.hasAttribute('aria-pressed') ? [one.textContent] : []));
  expect(pressable).toEqual(formats);
});

it('offers files of activities for records that have what those hold, and says that they hold one point a second', async () => {
  const unit = (unit: string) => ({ unit, description: { fr: '', en: '' } });
  const gps = { 'gps.latitude': unit('°'), 'gps.longitude': unit('°') };
  const [rowed, pulse] = [
    makeRecord({ id: 1, available_data: gps }),
    makeRecord({ id: 2, available_data: { 'belt.heart_rate': unit('bpm') } }),
  ];
  const one = await open([rowed]);
  await one.press('GPX');
  expect(one.dialog.getByText(/un point par seconde/)).toBeTruthy();
  expect(one.dialog.queryByRole('combobox', { name: 'Traitement' })).toBeNull();
  cleanup();
  const both = await open([rowed, pulse]);
  expect(both.dialog.queryByRole('button', { name: 'GPX' })).toBeNull();
  expect(both.dialog.getByRole('button', { name: 'TCX' })).toBeTruthy();
});

it('asks for the ticked selections of a record, at the rate that is typed, without empty lines', async () => {
  const record = makeRecord({
    selections: [
      { id: 11, num: 1 },
      { id: 12, num: 2 },
    ],
  });
  const { dialog, given, press } = await open([record]);
  await press('Sélections, 2 sur 2');
  await userEvent.click(await dialog.findByRole('checkbox', { name: /S2 Départ/ }));
  expect(dialog.getByRole('button', { name: 'Sélections, 1 sur 2' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Traitement' }));
  await userEvent.click(await screen.findByRole('option', { name: /Rééchantillonné/ }));
  const rate = dialog.getByRole('textbox', { name: 'Fréquence (Hz)' });
  await userEvent.clear(rate);
  await userEvent.type(rate, '6000');
  expect(dialog.getByText(/Fréquence invalide/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Télécharger' }).disabled).toBe(true);
  await userEvent.clear(rate);
  await userEvent.type(rate, '50');
  await userEvent.click(dialog.getByRole('switch', { name: 'Retirer les lignes vides' }));
  const body = { sel_ids: [11], processing: 'resampling', rate: 50, drop_nan: true };
  await waitFor(() => expect(given('estimateRecordFile').at(-1)).toMatchObject({ body }));
  await press('Télécharger');
  await waitFor(() => expect(given('linkRecordFile')).toEqual([{ params: { id: 1, fileType: 'decoded' }, body }]));
});

it('offers every processing; the mean cycle takes a rate or has points of its own', async () => {
  const { dialog, given } = await open([makeRecord()]);
  await userEvent.click(dialog.getByRole('combobox', { name: /^Traitement/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Tel que mesuré',
    'Rééchantillonné à fréquence fixe',
    'Moyenne de chaque demi-cycle',
    'Demi-cycles moyens',
    'Moyenne de chaque cycle',
    'Cycle moyen',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Moyenne de chaque cycle' }));
  expect(dialog.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(given('estimateRecordFile').at(-1)).toMatchObject({ body: { processing: 'cycle_mean' } }));
  await userEvent.click(dialog.getByRole('combobox', { name: /^Traitement/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Cycle moyen' }));
  await waitFor(() =>
    expect(given('estimateRecordFile').at(-1)?.body).toEqual({ processing: 'cycle_mean_resampling' }),
  );
  await userEvent.type(dialog.getByRole('textbox', { name: 'Fréquence (Hz)' }), '200');
  const body = { processing: 'cycle_mean_resampling', rate: 200 };
  await waitFor(() => expect(given('estimateRecordFile').at(-1)?.body).toEqual(body));
});

it('asks for all selections of several records and leaves out those without', async () => {
  const records = [
    makeRecord({ id: 1, selections: [{ id: 11, num: 1 }] }),
    makeRecord({ id: 2 }),
    makeRecord({
      id: 3,
      selections: [
        { id: 31, num: 1 },
        { id: 32, num: 2 },
      ],
    }),
    makeRecord({ id: 4, visualisable: false, decode_state: 'recording' }),
  ];
  const { dialog, given, press } = await open(records);
  expect(dialog.getByText(/1 enregistrement n’est pas encore lisible/)).toBeTruthy();
  await press('Leurs 3 sélections');
  await press('Statistiques');
  expect(dialog.queryByRole('combobox', { name: 'Traitement' })).toBeNull();
  await press('Télécharger');
  await waitFor(() =>
    expect(given('linkRecordFile')).toEqual([
      { params: { id: 1, fileType: 'stats' }, body: { ids: [1, 3], sel_ids: [11, 31, 32] } },
    ]),
  );
});

it('says why there will be no file, before it is asked for', async () => {
  const { dialog } = await open([makeRecord()], {
    estimateRecordFile: new ApiError(413, refuse('export.tooLarge', { size: '99 Go', maximum: '32 Go' }).body()),
  });
  expect(await dialog.findByText(/environ 99 Go de mesures/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Télécharger' }).disabled).toBe(true);
});

const film = makeRecord({
  ...{ id: 8, record_type: 'video', visualisable: false, available_data: {}, modules: {} },
  video: {
    ...{ format: 'mp4', content_type: 'video/mp4', codec: 'avc1', width: 240, height: 136, fps: 30, frames: 420 },
    ...{ has_audio: false, of_record_id: null, offset_seconds: null },
  },
});

it('a film leaves as it was sent, or in a zip', async () => {
  const { dialog, given, press } = await open([film]);
  const types = dialog.getAllByRole('button').filter((one) => one.hasAttribute('aria-pressed'));
  expect(types.map((one) => one.textContent)).toEqual(['Brut', 'ZIP complet']);
  expect(dialog.queryByText(/laissé de côté/)).toBeNull();
  await waitFor(() => expect(given('estimateRecordFile')).toHaveLength(1));
  await press('Télécharger');
  await waitFor(() => expect(given('linkRecordFile')).toEqual([{ params: { id: 8, fileType: 'raw' }, body: {} }]));
});

it('among records, films are left out of what is made of samples', async () => {
  const { given, press } = await open([makeRecord({ id: 4 }), film]);
  await waitFor(() => expect(given('estimateRecordFile').at(-1)?.body).toEqual({}));
  await press('ZIP complet');
  await waitFor(() => expect(given('estimateRecordFile').at(-1)?.body).toEqual({ ids: [4, 8] }));
});

it('begins no download of records of which none can be read', async () => {
  const { dialog, given, onClose } = await open([makeRecord({ visualisable: false, decode_state: 'recording' })]);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Télécharger' }).disabled).toBe(true);
  await userEvent.keyboard('d');
  expect(given('estimateRecordFile')).toEqual([]);
  expect(given('linkRecordFile')).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('a D in an open list leads to its choice that begins so, and starts nothing', async () => {
  const { dialog, given } = await open([makeRecord()]);
  await userEvent.click(dialog.getByRole('combobox', { name: /^Traitement/ }));
  await screen.findByRole('listbox');
  await userEvent.keyboard('d');
  await userEvent.keyboard('{Escape}');
  expect(given('linkRecordFile')).toEqual([]);
});

it('of a record that is looked at closely, the visible window alone is downloaded', async () => {
  const { dialog, given, press } = await open([makeRecord({ id: 4 })], {}, { t0: 12.5, t1: 40 });
  await press('Fenêtre visible');
  expect(await dialog.findByText('De 00:12.500 à 00:40.000')).toBeTruthy();
  await waitFor(() => expect(given('estimateRecordFile').at(-1)?.body).toEqual({ t0: 12.5, t1: 40 }));
  await userEvent.keyboard('d');
  await waitFor(() => expect(given('linkRecordFile').at(-1)?.body).toEqual({ t0: 12.5, t1: 40 }));
});
