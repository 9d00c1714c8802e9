import type { Selection } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { SelectionBounds } from './selection-bounds.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const selection: Selection = {
  ...{ id: 21, record_id: 1, num: 1, t0: 10.00049, t1: 30, toffset: 0, d0: null, d1: null, doffset: 0 },
  ...{ exercise: 'Régime', comment: '', distance: null, chrono: '' },
};

async function show(mayEdit = true) {
  const save = vi.fn();
  const record = makeRecord({ duration: 100, signals_version: 7 });
  await renderForTest(
    <WithOpenRecord record={{ ...record, may: { ...record.may, edit: mayEdit } }} save={save}>
      <SelectionBounds selection={selection} />
    </WithOpenRecord>,
    fakeServer({}),
  );
  await screen.findByRole('textbox', { name: 'Fin' });
  const field = (name: 'Début' | 'Fin') => screen.getByRole('textbox', { name });
  return { save, field };
}

it('keeps a typed bound when the field is left, the other one to the last digit', async () => {
  const { save, field } = await show();
  await userEvent.clear(field('Fin'));
  await userEvent.type(field('Fin'), '00:32.500');
  expect(save).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(save.mock.calls).toEqual([[selection, { t0: 10.00049, t1: 32.5 }, expect.anything()]]);
});

it('shows again what the selection has where a bound could not be kept', async () => {
  const { save, field } = await show();
  save.mockImplementation((_selection, _body, then) => then?.onError?.());
  await userEvent.clear(field('Fin'));
  await userEvent.type(field('Fin'), '00:32.500{Enter}');
  expect(save).toHaveBeenCalledTimes(1);
  expect((field('Fin') as HTMLInputElement).value).not.toBe('00:32.500');
});

it('keeps a bound once: the other field can be entered and left meanwhile', async () => {
  const { save, field } = await show();
  await userEvent.clear(field('Fin'));
  await userEvent.type(field('Fin'), '00:32.500{Enter}');
  await userEvent.click(field('Début'));
  await userEvent.tab();
  expect(save).toHaveBeenCalledTimes(1);
});

it('says what is wrong and keeps nothing; Escape takes it back', async () => {
  const { save, field } = await show();
  await userEvent.clear(field('Fin'));
  await userEvent.type(field('Fin'), '00:05.000');
  expect((await screen.findByRole('alert')).textContent).toBe('La fin doit suivre le début');
  expect(field('Fin').getAttribute('aria-invalid')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(save).not.toHaveBeenCalled();
});

it('is only read by who may not edit', async () => {
  const { field } = await show(false);
  expect(field('Début').hasAttribute('readonly')).toBe(true);
});
