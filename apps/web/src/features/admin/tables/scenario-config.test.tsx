import type { ScenarioParam, ScenarioParamValue } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeScenario } from '../../../testing/make-scenario.ts';
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

const own = { unit: null, optional: false };
const trials: ScenarioParam = {
  ...{ ...own, name: 'trials', type: 'integer', default: 3, min: 1, max: 10 },
  description: { fr: 'Essais', en: 'Trials' },
};
const leg: ScenarioParam = {
  ...{ ...own, name: 'leg', type: 'choice', default: 'left', description: { fr: 'Jambe', en: 'Leg' } },
  choices: [
    { value: 'left', text: { fr: 'gauche', en: 'left' } },
    { value: 'right', text: { fr: 'droite', en: 'right' } },
  ],
};
const arms: ScenarioParam = {
  ...{ ...own, name: 'arms', type: 'boolean', default: true, description: { fr: 'Bras libres', en: 'Arms free' } },
};

const items = [
  makeScenario({ params: [trials, leg, arms] }),
  makeScenario({ id: 2, classname: 'Sj', params: [trials, { ...leg, type: 'text' }] }),
];
const given = { label: 'Réglages', problem: undefined, onBlur: () => undefined, inputRef: () => undefined };

/** The field in a form that keeps what it says, and lets another program be chosen. */
function Form(props: { config: Record<string, ScenarioParamValue>; changed(value: unknown): void }): ReactNode {
  const [value, setValue] = useState<unknown>(props.config);
  const [classname, setClassname] = useState('Cmj');
  const onChange = (config: unknown): void => {
    setValue(config);
    props.changed(config);
  };
  return (
    <>
      <button type="button" onClick={() => setClassname(classname === 'Cmj' ? 'Sj' : 'Cmj')}>
        Autre
      </button>
      <ScenarioConfigField {...given} form={{ classname }} value={value} onChange={onChange} />
    </>
  );
}

async function open(config: Record<string, ScenarioParamValue>) {
  const changed = vi.fn();
  await renderForTest(
    <Form config={config} changed={changed} />,
    fakeServer({ listAvailableCompiled: { items, total: items.length } }),
  );
  await screen.findByLabelText('Essais');
  return { changed, last: () => changed.mock.lastCall?.[0] };
}
async function choose(label: string, option: RegExp): Promise<void> {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

test('a scenario of a club says a parameter of its program in a field; what is empty is the program’s', async () => {
  const { last } = await open({ trials: 5 });
  const field = screen.getByLabelText('Essais');
  expect(field).toHaveProperty('value', '5');
  expect(field.getAttribute('placeholder')).toBe('3');
  await userEvent.clear(field);
  expect(last()).toEqual({});
  await userEvent.type(field, '7');
  expect(last()).toEqual({ trials: 7 });
  await userEvent.type(field, '7');
  expect(last()).toEqual({ trials: Number.NaN });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a choice and a yes or no can be set, and be the program’s again, which is said', async () => {
  const { last } = await open({ leg: 'right' });
  expect(screen.getByLabelText('Bras libres').textContent).toBe('Comme le programme\u00a0: oui');
  await choose('Bras libres', /^non$/);
  expect(last()).toEqual({ leg: 'right', arms: false });
  await choose('Jambe', /^Comme le programme.*gauche$/);
  await choose('Bras libres', /^Comme le programme.*oui$/);
  expect(last()).toEqual({});
});

test('of another program, what was typed or set for the one before counts no more; what both know does', async () => {
  const { last } = await open({ trials: 5, arms: false });
  const trialsField = screen.getByLabelText('Essais');
  await userEvent.clear(trialsField);
  await userEvent.type(trialsField, '99');
  await userEvent.click(screen.getByRole('button', { name: 'Autre' }));
  expect(last()).toEqual({});
  expect(screen.getByLabelText('Essais')).toHaveProperty('value', '');
  await userEvent.type(screen.getByLabelText('Essais'), '4');
  await userEvent.click(screen.getByRole('button', { name: 'Autre' }));
  expect(last()).toEqual({ trials: 4 });
  expect(screen.getByLabelText('Essais')).toHaveProperty('value', '4');
});
