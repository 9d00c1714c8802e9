import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeScenario } from '../../../testing/make-scenario.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { ChooseScenario } from './choose-scenario.tsx';

beforeEach(() => {
  useAppearance.getState().setLanguage('fr');
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const named = (fr: string) => ({ name: fr, display_name: { fr, en: fr } });
const problem = { line: 1, column: 1, message: { fr: 'x', en: 'x' }, suggestion: null };

test('a club’s own scenarios come first, then those of the product by name, calibrations last; broken ones say so', async () => {
  const items = [
    makeScenario({ id: 1, ...named('Sprint'), kind: 'builtin' }),
    makeScenario({ id: 2, ...named('Gyroscope'), is_calib: true }),
    makeScenario({ id: 3, ...named('Ergocycle'), kind: 'builtin' }),
    makeScenario({ id: 4, ...named('Essai'), kind: 'compiled', problems: [problem] }),
    makeScenario({ id: 5, ...named('Droite'), kind: 'ghost' }),
  ];
  const server = fakeServer({ listClientScenarios: { items, total: items.length } });
  await renderForTest(<ChooseScenario devices={[]} onClose={() => undefined} />, server);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Scénario' }));
  const list = within(await screen.findByRole('listbox')).getAllByRole('option');
  const offered = list.filter((option) => option.getAttribute('aria-disabled') !== 'true');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Droite',
    'Essai · en erreur',
    'Ergocycle',
    'Sprint',
    'Gyroscope',
  ]);
  const shown = screen.getByRole('listbox').textContent ?? '';
  for (const group of ['Du club', 'De Sillage', 'Étalonnages']) expect(shown).toContain(group);
});
