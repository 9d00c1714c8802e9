import { RecordFilters } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { noFilters, useFilters } from '../../records/filters.ts';
import { useShownLists } from '../../records/shown-lists.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { openTestScreen } from './open-test-screen.tsx';

const { open } = openTestScreen();
const phonePixels = 390;
const table = () => screen.findByRole('table', { name: 'Enregistrements associés' });

describe('quick ranges', () => {
  afterEach(() => vi.useRealTimers());
  const press = async (options: { pressed: boolean }) => {
    const ranges = within(await screen.findByRole('group', { name: 'Derniers jours' }));
    await userEvent.click(await ranges.findByRole('button', { name: '7 jours', ...options }));
    expect(await ranges.findByRole('button', { name: '7 jours', pressed: !options.pressed })).toBeTruthy();
  };
  /** The first days that a list was narrowed to. */
  const asked = ({ given }: Awaited<ReturnType<typeof open>>, type: string) =>
    given('listRecords')
      .map(({ body }) => RecordFilters.parse(body))
      .flatMap((body) => (body.type === type && body.minDate !== null ? [body.minDate] : []));

  it('narrow the associated records to the last days, and let go of them at another press', async () => {
    const server = await open([makeRecord()]);
    await table();
    await press({ pressed: false });
    await waitFor(() => expect(asked(server, 'associated')).not.toEqual([]));
    expect(asked(server, 'new')).toEqual([]);
    await press({ pressed: true });
    expect(useFilters.getState().filters).toEqual(noFilters);
  });

  it('go on with the days: a range that was pressed yesterday ends today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-16T10:00:00Z') });
    const before = await open([makeRecord()]);
    await press({ pressed: false });
    await waitFor(() => expect(asked(before, 'associated')).toContain('2026-05-10'));
    cleanup();
    vi.setSystemTime(new Date('2026-05-17T10:00:00Z'));
    const after = await open([makeRecord()]);
    await waitFor(() => expect(asked(after, 'associated')).not.toEqual([]));
    expect(new Set(asked(after, 'associated'))).toEqual(new Set(['2026-05-11']));
  });

  it('are days to change in the filters', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-16T10:00:00Z') });
    await open([makeRecord()]);
    await press({ pressed: false });
    await userEvent.click(screen.getByRole('button', { name: 'Filtres' }));
    const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
    expect((await field('Du')).value).toBe('10/05/2026');
    await userEvent.type(await field('Au'), '12/05/2026{Enter}');
    await waitFor(() =>
      expect(useFilters.getState().filters).toEqual({ ...noFilters, minDate: '2026-05-10', maxDate: '2026-05-12' }),
    );
  });
});

describe('what narrows the lists', () => {
  it('is said once: by the button that is pressed, else by a chip', async () => {
    await open([makeRecord({ favorite: true })]);
    await table();
    await userEvent.click(screen.getByRole('button', { name: '7 jours' }));
    await userEvent.click(screen.getByRole('button', { name: 'Favoris seulement' }));
    expect(screen.queryByRole('button', { name: /^Retirer le filtre/ })).toBeNull();
    useFilters.getState().change({ minDate: '2026-01-05', maxDate: '2026-01-07' });
    expect(await screen.findByRole('button', { name: /Retirer le filtre Depuis/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Retirer le filtre Jusqu’au/ })).toBeTruthy();
  });

  it('has a button in the app bar of a phone, and chips only while something narrows', async () => {
    await open([makeRecord()], phonePixels);
    await screen.findByRole('list', { name: 'Enregistrements associés' });
    expect(screen.queryByRole('button', { name: 'Réinitialiser' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filtres' }).textContent).toBe('');
    useFilters.getState().change({ minDate: '2026-01-05', onlyFavorite: true });
    expect(await screen.findByRole('button', { name: /Retirer le filtre Depuis/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Retirer le filtre Favoris/ })).toBeTruthy();
  });
});

describe('the words that are searched', () => {
  it('are there again on the way back from a record, and on no other way', async () => {
    const { given } = await open([makeRecord()]);
    await userEvent.type(await screen.findByRole('searchbox'), 'Camille');
    const searched = () => given('listRecords').map(({ body }) => body?.search);
    await waitFor(() => expect(searched()).toContain('Camille'));
    useShownLists.getState().leave('associated');
    const field = async () => (await screen.findByRole<HTMLInputElement>('searchbox')).value;
    for (const there of ['Camille', '']) {
      cleanup();
      await open([makeRecord()]);
      expect(await field()).toBe(there);
    }
  });

  it('leave the inbox open on a phone where a record of it was opened', async () => {
    await open([makeRecord({ users: [] })], phonePixels);
    await userEvent.click(await screen.findByRole('tab', { name: /Nouveaux/ }));
    useShownLists.getState().leave('new');
    cleanup();
    await open([makeRecord({ users: [] })], phonePixels);
    expect((await screen.findByRole('tab', { name: /Nouveaux/ })).getAttribute('aria-selected')).toBe('true');
  });
});

describe('associated records on a phone', () => {
  it('are ticked by their boxes, for what is done with several', async () => {
    await open([makeRecord(), makeRecord({ id: 2 })], phonePixels);
    const list = within(await screen.findByRole('list', { name: 'Enregistrements associés' }));
    for (const box of await list.findAllByRole('checkbox', { name: /Camille Le Goff/ })) await userEvent.click(box);
    const bar = within(await screen.findByRole('toolbar', { name: 'Actions sur la sélection' }));
    expect(bar.getByText('2 sélectionnés')).toBeTruthy();
    expect(bar.getByRole('button', { name: 'Comparer' })).toBeTruthy();
  });
});

describe('the foot of a list', () => {
  it('is summed again at most once in a few seconds, however many records change', async () => {
    const { given, tell } = await open([makeRecord()]);
    await screen.findByText(/· 14,1\sMo/);
    const pages = () => given('listRecords').filter(({ body }) => body?.type === 'associated').length;
    const [before, sumsBefore] = [pages(), given('sumRecords').length];
    for (let update = 1; update <= 4; update++) {
      tell({ record_ids: [1], reason: 'updated' });
      await waitFor(() => expect(pages()).toBe(before + update));
    }
    // Of the two lists, once each.
    expect(given('sumRecords').length - sumsBefore).toBe(2);
  });

  it('says how many records there are, how long and how large all are together, whatever page is shown', async () => {
    const records = Array.from({ length: 12 }, (_, index) =>
      makeRecord({ id: index + 1, duration: 600, size: 1_000_000 }),
    );
    await open([...records, makeRecord({ id: 20, users: [], duration: 90, size: 2_000_000 })]);
    const foot = await screen.findByRole('navigation', { name: /^Pages.*Enregistrements associés/ });
    await waitFor(() => expect(foot.textContent).toMatch(/^12 enregistrements · 2\sh\s00 · 12,0\sMo/));
    expect(within(foot).getByText('1–10 sur 12')).toBeTruthy();
    const inbox = screen.getByRole('navigation', { name: /^Pages.*Nouveaux enregistrements/ });
    expect(inbox.textContent).toMatch(/^1 enregistrement · 1\smin · 2,0\sMo$/);
  });
});

describe('rows', () => {
  it('name the quantity of their trace, and tell imports apart by their file', async () => {
    const force = { 'b.force': { description: { fr: 'F', en: 'F' }, unit: 'N' } };
    await open([
      makeRecord({ id: 1, basename: 'sortie-1', device_name: null }),
      makeRecord({ id: 2, basename: 'sortie-2', device_name: null, available_data: force }),
    ]);
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => /sortie-\d/.exec(row.textContent)?.[0])).toEqual(['sortie-1', 'sortie-2']);
    expect(rows.map((row) => /Vitesse|Force/.exec(row.textContent)?.[0])).toEqual(['Vitesse', 'Force']);
  });

  it('say of a record that is under way since when, not that it is empty', async () => {
    await open([
      makeRecord({
        users: [],
        device_name: 'Mini 0034',
        decode_state: 'recording',
        duration: 0,
        size: 0,
        visualisable: false,
      }),
    ]);
    const inbox = await screen.findByRole('list', { name: 'Nouveaux enregistrements' });
    expect(within(inbox).getByText(/depuis 09:12/)).toBeTruthy();
    expect(within(inbox).getByText('En cours')).toBeTruthy();
    expect(inbox.textContent).not.toMatch(/00:00|0 o/);
  });
});

it('the list is saved as it is narrowed, all of its pages', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const { given } = await open([makeRecord({ id: 1, favorite: true }), makeRecord({ id: 2 })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Favoris seulement' }));
  await waitFor(() => expect(useShownLists.getState().lists.associated?.onlyFavorite).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Exporter la liste (CSV)' }));
  await waitFor(() =>
    expect(useNotices.getState().waiting.at(-1)?.text).toBe('Liste exportée\u00a0: 1 enregistrement.'),
  );
  expect(given('listRecords').at(-1)?.body).toMatchObject({ type: 'associated', onlyFavorite: true, pageSize: 500 });
  const [file] = saved.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text()).trim().split('\r\n')).toHaveLength(2);
});
