import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../base/session.ts';
import { useChosenColours } from '../../charts/chosen-colours.ts';
import { freeColours } from '../../charts/colours.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

const variable = (unit: string) => ({ unit, description: { fr: '', en: '' } });
const available = {
  'csv.speed': variable('m/s'),
  'csv.power': variable('W'),
  'csv.heart_rate': variable('bpm'),
  'csv.temperature': variable('°C'),
  'csv.altitude': variable('m'),
};

const record = makeRecord({ available_data: available });

function Panel(props: { single: boolean }) {
  useLayoutEffect(() => useViewSettings.setState({ multiple: !props.single }), [props.single]);
  return (
    <WithOpenRecord record={record}>
      <VariablesPanel />
    </WithOpenRecord>
  );
}

const search = async (words: string) => {
  const field = screen.queryByRole('textbox');
  if (field === null) await userEvent.click(screen.getByRole('button', { name: 'Chercher une variable' }));
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), words);
};

it('finds what is drawn as well as what could be, without regard to accents', async () => {
  await renderForTest(<Panel single={false} />);
  await screen.findByText('Vitesse');
  await search('vit');
  expect(screen.getByText('Vitesse')).toBeTruthy();
  expect(screen.queryByText('Aucune variable ne correspond.')).toBeNull();
  expect(screen.queryByText('Puissance')).toBeNull();
  await search('temperature');
  expect(screen.getByText('Température')).toBeTruthy();
  await search('xyz');
  expect(screen.getByText('Aucune variable ne correspond.')).toBeTruthy();
});

it('changes the axis of a variable by one button, or by its number', async () => {
  await renderForTest(<Panel single={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'y1, axe de Vitesse' }));
  const button = screen.getByRole('button', { name: 'y2, axe de Vitesse' });
  button.focus();
  await userEvent.keyboard('3');
  expect(screen.getByRole('button', { name: 'y3, axe de Vitesse' })).toBe(document.activeElement);
  await userEvent.keyboard('1');
  expect(screen.getByRole('button', { name: 'y1, axe de Vitesse' })).toBeTruthy();
});

it('a variable moved by the keyboard keeps the focus, for the next move', async () => {
  await renderForTest(<Panel single={false} />);
  const axis = () => screen.getByRole('button', { name: /axe de Vitesse$/ });
  await screen.findByText('Vitesse');
  const graphOf = () => within(axis().closest('section') ?? document.body).getByRole('heading').textContent;
  axis().focus();
  const before = graphOf();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(axis()).toBe(document.activeElement);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(axis()).toBe(document.activeElement);
  expect(graphOf()).not.toBe(before);
});

it('draws three units on a single graph, and says what waits', async () => {
  await renderForTest(<Panel single />);
  const waiting = (await screen.findByRole('heading', { name: 'Autres unités' })).closest('section');
  if (waiting === null) throw new Error('no section');
  expect(within(waiting).getByText('Altitude')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Vitesse' }));
  expect(screen.queryByRole('heading', { name: 'Autres unités' })).toBeNull();
});

it('a colour that is chosen is that of the quantity, until the usual one is asked for', async () => {
  await renderForTest(<Panel single={false} />);
  const line = async () =>
    (await screen.findByRole('button', { name: 'Couleur de Vitesse' })).querySelector('span')?.style.borderColor;
  const usual = await line();
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Couleur de Vitesse' }));
    await userEvent.click(await screen.findByRole('button', { name }));
  };
  await choose('Couleur 5');
  expect(await line()).not.toBe(usual);
  expect(useChosenColours.getState().chosen).toEqual({ 'speed#1f77b4': freeColours[4] });
  await choose('Couleur habituelle');
  expect(await line()).toBe(usual);
});
