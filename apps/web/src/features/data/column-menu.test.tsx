import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { openTestScreen } from './open-test-screen.tsx';
import { readTableView, useTableView } from './table-view.ts';

const { open } = openTestScreen();

const said = { fr: '', en: '' };
const measured = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { description: said, unit: '' }]));
const table = () => screen.getByRole('table', { name: 'Enregistrements associés', hidden: true });
const heads = () =>
  within(table())
    .getAllByRole('columnheader', { hidden: true })
    .map((one) => one.textContent);
/** The shape that stands in each row. */
const traces = () => [...table().querySelectorAll('tbody svg[viewBox="0 0 76 24"]')].map((svg) => svg.innerHTML);

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Colonnes' }));
  return within(await screen.findByRole('dialog', { name: 'Colonnes' }));
}

async function trace(quantity: string) {
  const menu = await openMenu();
  await userEvent.click(menu.getByRole('combobox', { name: 'Grandeur des aperçus' }));
  await userEvent.click(await screen.findByRole('option', { name: quantity }));
}

describe('the quantity of the traces', () => {
  const rows = [
    makeRecord({ id: 1, available_data: measured('gps.speed', 'imu.cadence') }),
    makeRecord({ id: 2, available_data: measured('gps.speed', 'bike.cadence') }),
    makeRecord({ id: 3, available_data: measured('bike.cadence') }),
    makeRecord({ id: 4, available_data: measured('gps.speed', 'imu.acc_x') }),
  ];

  it('is one for all rows: fetched in one request where a row brings another one, absent where it was not measured', async () => {
    const { given } = await open(rows);
    await screen.findByRole('table', { name: 'Enregistrements associés' });
    const before = traces();
    expect(before).toHaveLength(4);
    await trace('Cadence');
    await waitFor(() => expect(heads()).toContain('Cadence'));
    await waitFor(() => expect(traces()).toHaveLength(3));
    expect(given('queryRecordData').map(({ body }) => body)).toEqual([
      { data: { 1: [{ x: { maxData: 192 }, y: ['imu.cadence'] }], 2: [{ x: { maxData: 192 }, y: ['bike.cadence'] }] } },
    ]);
    // The third row brings its cadence along.
    expect(traces().filter((shape) => before.includes(shape))).toHaveLength(1);
  });

  it('is shown of the records of a session, too, which no page of the list has', async () => {
    useTableView.setState({ traced: 'cadence' });
    const session = makeRecord({ id: 9, record_type: 'seance', visualisable: false, available_data: {} });
    const inner = { seance_id: 9, available_data: measured('gps.speed', 'imu.cadence') };
    const { given } = await open([session, makeRecord({ id: 5, ...inner }), makeRecord({ id: 6, ...inner })]);
    await userEvent.click(await screen.findByRole('button', { name: /^Montrer .* de la séance$/ }));
    await waitFor(() => expect(traces()).toHaveLength(2));
    expect(given('queryRecordData').map(({ body }) => Object.keys(body.data))).toEqual([['5', '6']]);
  });

  it('is shown on a phone also where the table has no column of it', async () => {
    useTableView.setState({ columns: ['sport'], traced: 'cadence' });
    const { given } = await open(rows.slice(0, 1), 390);
    const list = await screen.findByRole('list', { name: 'Enregistrements associés' });
    await waitFor(() => expect(list.querySelectorAll('svg[viewBox="0 0 72 20"]')).toHaveLength(1));
    expect(given('queryRecordData')).toHaveLength(1);
  });

  it('is not fetched where no row shows it', async () => {
    useTableView.setState({ columns: ['sport'], traced: 'cadence' });
    const { given } = await open(rows);
    await screen.findByRole('table', { name: 'Enregistrements associés' });
    expect(given('queryRecordData')).toEqual([]);
  });

  it('is offered as far as records of the page have it, and given up again', async () => {
    await open(rows);
    await trace('Cadence');
    const choice = screen.getByRole('combobox', { name: 'Grandeur des aperçus' });
    await userEvent.click(choice);
    const names = (await screen.findAllByRole('option')).map((one) => one.textContent);
    expect(names).toEqual(['Automatique', 'Vitesse', 'Cadence', 'Accélération']);
    await userEvent.click(screen.getByRole('option', { name: 'Automatique' }));
    await waitFor(() => expect(heads()).toContain('Aperçu'));
    expect(traces()).toHaveLength(4);
  });

  it('is kept by the browser, and one that cannot be read is none', () => {
    useTableView.getState().trace('power');
    const kept = localStorage.getItem('sillage.dataTable') ?? '';
    expect(readTableView(kept).traced).toBe('power');
    expect(readTableView(kept.replace('power', 'charm')).traced).toBeNull();
    expect(readTableView('{"columns":["sport"],"sort":{"by":"date","descending":true}}')).toMatchObject({
      columns: ['sport'],
      traced: null,
    });
  });
});

describe('the order of the columns', () => {
  const handle = (name: string) => screen.getByRole('button', { name: `Déplacer la colonne ${name}` });

  it('is changed by the arrows on a handle, which keeps the focus', async () => {
    await open([makeRecord()]);
    await openMenu();
    handle('Durée').focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await waitFor(() =>
      expect(heads().slice(4)).toEqual(['Durée', 'Sport', 'Exercice', 'Résultat', 'Capteur', 'Aperçu', 'Actions']),
    );
    expect(document.activeElement).toBe(handle('Durée'));
    cleanup();
    await open([makeRecord()]);
    await screen.findByRole('table', { name: 'Enregistrements associés' });
    expect(heads()[4]).toBe('Durée');
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Par défaut' }));
    expect(heads()[4]).toBe('Sport');
  });
});
