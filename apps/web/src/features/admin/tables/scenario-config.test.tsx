import type { Scenario } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { ScenarioConfigField } from './scenario-config.tsx';

beforeEach(() => {
  useAppearance.getState().setLanguage('fr');
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const trials = {
  ...{ name: 'trials', type: 'integer' as const, default: 3, unit: null, optional: false, min: 1, max: 10 },
  description: { fr: 'Essais', en: 'Trials' },
};
const cmj = { classname: 'Cmj', display_name: { fr: 'CMJ', en: 'CMJ' }, params: [trials] } as unknown as Scenario;

test('a scenario of a club says a parameter of its program in a field; what is empty is the program’s', async () => {
  const change = vi.fn();
  const given = { label: 'Réglages', problem: undefined, onBlur: () => undefined, inputRef: () => undefined };
  await renderForTest(
    <ScenarioConfigField {...given} form={{ classname: 'Cmj' }} value={{ trials: 5 }} onChange={change} />,
    fakeServer({ listAvailableCompiled: { items: [cmj], total: 1 } }),
  );
  const field = await screen.findByLabelText('Essais');
  expect(field).toHaveProperty('value', '5');
  expect(field.getAttribute('placeholder')).toBe('3');
  await userEvent.clear(field);
  expect(change).toHaveBeenLastCalledWith({});
  await userEvent.type(field, '7');
  expect(change).toHaveBeenLastCalledWith({ trials: 7 });
  await userEvent.type(field, '7');
  expect(change).toHaveBeenLastCalledWith({ trials: Number.NaN });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
