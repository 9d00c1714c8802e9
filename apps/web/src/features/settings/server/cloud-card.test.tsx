import type { CloudChecks, HubNames, SyncLink } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { CloudCard } from './cloud-card.tsx';
import { HubCard } from './hub-card.tsx';

vi.mock('../../../base/backend-info.ts', () => ({ useBackendInfo: () => ({ back_type: 'hub-online' }) }));

const here = { number: 3, name: 'ponton' };
const names: HubNames = { here, cloud: { number: 7, name: 'Hangar' } };
const link: SyncLink = {
  ...{ url: null, linked: false, auto_send: false, last_ok: null, last_try: null, why_not: null },
  ...{ clock_ahead: null, waiting_rows: 0, waiting_files: 0, waiting_bytes: 0, wanted_files: 0, conflicts: 0 },
  ...{ most_kilobytes_per_second: null, metered: false, bytes_per_second: null },
  names: { here, cloud: null },
};
const well = { state: 'ok', text: { fr: 'Bien', en: 'Well' } } as const;
const checks: CloudChecks = { network: well, certificate: well, clock: well, version: well };
const code = `0b3f8a52-1111-4222-8333-444455556666.${'x'.repeat(43)}`;

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useAppearance.getState().setLanguage('fr');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const hub = {
  ...{ id: 1, uid: 'u', ...here, allclients: true, cloud_enabled: false, auto_send: false, timezone: null },
  ...{ version: null, last_seen: null, comment: '', client_ids: [], is_current: true },
};
const answers = {
  readSyncLink: link,
  checkCloud: checks,
  previewSyncLink: names,
  addCloudUrl: { id: 1, uid: 'u', name: 'c', url: 'https://c.test', is_master_cloud: false },
  chooseCloud: { url: 'https://c.test', is_master_cloud: false },
  setSyncLink: {
    ...link,
    url: 'https://c.test',
    linked: true,
    names: { here: { number: 7, name: 'Hangar' }, cloud: { number: 7, name: 'Hangar' } },
  },
} as const;
const typeIn = async (url: string, given: string) => {
  await userEvent.type(await screen.findByLabelText('Adresse du cloud'), url);
  await userEvent.type(screen.getByLabelText('Code de la mallette'), given);
  await userEvent.click(screen.getByRole('button', { name: 'Relier' }));
};

it('before a hub is linked it says which one the cloud takes it for; only the second press links it', async () => {
  const server = fakeServer(answers);
  await renderForTest(<CloudCard />, server);
  await typeIn('https://c.test', code);
  expect(await screen.findByText(/Le cloud connaît cette mallette comme «.Hangar.», n°.7/)).toBeTruthy();
  expect(
    screen.getByText(/Ici elle est «.ponton.», n°.3.: une fois reliée, elle essaie de prendre le nom/),
  ).toBeTruthy();
  expect(server.given('setSyncLink')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Relier cette mallette' }));
  expect(await screen.findByText('Reliée à https://c.test')).toBeTruthy();
  expect(server.given('previewSyncLink')).toEqual([{ body: { url: 'https://c.test', code } }]);
  expect(server.given('setSyncLink')).toEqual([{ body: { code } }]);
});

it('an address with a slash at its end and a code with a space are those that were found: what they are is shown before the second press', async () => {
  const server = fakeServer(answers);
  await renderForTest(<CloudCard />, server);
  await typeIn('https://c.test/ ', `${code} `);
  expect(await screen.findByText(/Le cloud connaît cette mallette comme «.Hangar.», n°.7/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Relier' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Relier cette mallette' }));
  await screen.findByText('Reliée à https://c.test');
  expect(server.given('setSyncLink')).toEqual([{ body: { code } }]);
});

it('what was checked of an address is not shown beside another', async () => {
  await renderForTest(<CloudCard />, fakeServer(answers));
  await typeIn('https://c.test', code);
  expect(await screen.findByRole('status', { name: 'Vérifications du cloud' })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Adresse du cloud'), 'x');
  expect(screen.queryByRole('status', { name: 'Vérifications du cloud' })).toBeNull();
});

it('once a hub is linked, the card of its ID and the table of hubs are read again', async () => {
  const server = fakeServer({
    ...answers,
    readCurrentHub: hub,
  });
  await renderForTest(
    <>
      <CloudCard />
      <HubCard />
    </>,
    server,
  );
  queryClient.setQueryData(['cached', 'mallettes'], []);
  await typeIn('https://c.test', code);
  await userEvent.click(await screen.findByRole('button', { name: 'Relier cette mallette' }));
  await waitFor(() => expect(server.given('readCurrentHub')).toHaveLength(2));
  expect(queryClient.getQueryState(['cached', 'mallettes'])?.isInvalidated).toBe(true);
});

it('a linked hub says when the cloud calls it otherwise, and what sets a clock that is seconds off', async () => {
  await renderForTest(<CloudCard />, fakeServer({ readSyncLink: { ...link, linked: true, names, clock_ahead: 42 } }));
  expect(await screen.findByText(/Le cloud la connaît sous le n°.7.; ici elle porte le n°.3/)).toBeTruthy();
  expect(screen.getByText(/Le cloud l’appelle «.Hangar.».; ici elle s’appelle «.ponton.»/)).toBeTruthy();
  expect(screen.getByText(/L’horloge de cette mallette retarde de 42.s/)).toBeTruthy();
  expect(screen.getByText('sudo timedatectl set-ntp true')).toBeTruthy();
});

it('a clock that is right enough, and a name that is the same, are not spoken of', async () => {
  const same = { here, cloud: here };
  await renderForTest(
    <CloudCard />,
    fakeServer({ readSyncLink: { ...link, linked: true, url: 'https://c.test', names: same, clock_ahead: -4 } }),
  );
  await screen.findByText('Reliée à https://c.test');
  expect(screen.queryByText(/L’horloge de cette mallette/)).toBeNull();
  expect(screen.queryByText(/Le cloud (l’appelle|la connaît)/)).toBeNull();
});

it('another number alone is not said to be another name; 5 s are told of a clock', async () => {
  const other = { here, cloud: { number: 7, name: here.name } };
  await renderForTest(
    <CloudCard />,
    fakeServer({ readSyncLink: { ...link, linked: true, names: other, clock_ahead: -5 } }),
  );
  expect(await screen.findByText(/Le cloud la connaît sous le n°.7.*dans Admin, Mallettes/)).toBeTruthy();
  expect(screen.queryByText(/Le cloud l’appelle/)).toBeNull();
  expect(screen.getByText(/L’horloge de cette mallette avance de 5.s/)).toBeTruthy();
});

it('a cloud that does not say whose a code is, is said not to', async () => {
  await renderForTest(<CloudCard />, fakeServer({ ...answers, previewSyncLink: { here, cloud: null } }));
  await typeIn('https://c.test', code);
  expect(await screen.findByText('Ce cloud ne dit pas à qui est ce code.')).toBeTruthy();
});
