import type { api, BodyIn } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeRecord } from '../testing/make-record.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { EditRecordDialog } from './edit-record-dialog.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const record = makeRecord({ basename: 'maxi-0217', timestamp: Date.UTC(2026, 4, 16, 7, 12, 0, 250) });

async function open() {
  const server = fakeServer({ editRecord: record });
  await renderForTest(<EditRecordDialog record={record} onClose={() => {}} />, server);
  await screen.findByRole('dialog', { name: 'Modifier l’enregistrement' });
  const save = async (): Promise<BodyIn<typeof api.editRecord> | undefined> => {
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    return server.given('editRecord').at(-1)?.body;
  };
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
  };
  return { save, type };
}

it('sends what was changed, and leaves the rest alone', async () => {
  const { save, type } = await open();
  await type('Nom', 'Sortie du matin');
  await type('Date et heure', '17/05/2026 08:00:00');
  expect(await save()).toEqual({ basename: 'Sortie du matin', timestamp: Date.UTC(2026, 4, 17, 6) });
});

it('keeps the milliseconds of a date that nobody touched', async () => {
  const { save, type } = await open();
  await type('Commentaire', 'vent');
  expect(await save()).toEqual({ comment: 'vent' });
});

it('sends nothing while a field is wrong, and says which', async () => {
  const { save, type } = await open();
  await type('Nom', '');
  await type('Date et heure', '31/02/2026 10:00:00');
  expect(await save()).toBeUndefined();
  expect(screen.getByText('Donnez un nom')).toBeTruthy();
  expect(screen.getByText('Écrivez jj/mm/aaaa hh:mm:ss')).toBeTruthy();
});

it('lets administrators see and change what other programs keep beside it', async () => {
  await open();
  expect(screen.queryByLabelText(/JSON/)).toBeNull();
  cleanup();
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const { save } = await open();
  await userEvent.clear(screen.getByLabelText(/JSON/));
  await userEvent.type(screen.getByLabelText(/JSON/), '{{"wind": "NE"}');
  expect(await save()).toEqual({ other_data: { wind: 'NE' } });
});

it('says how the test was done, each number within its bounds', async () => {
  const { save, type } = await open();
  await type('Masse corporelle (kg)', '900');
  expect(await save()).toBeUndefined();
  expect(screen.getByText('De 20 à 250')).toBeTruthy();
  await type('Masse corporelle (kg)', '71,5');
  await type('Consigne', 'Le plus haut possible');
  expect(await save()).toEqual({ protocol: { body_mass_kg: 71.5, instruction: 'Le plus haut possible' } });
});
