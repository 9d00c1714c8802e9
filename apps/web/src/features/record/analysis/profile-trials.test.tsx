import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { found, jump, openAnalysis, record } from './open-test-analysis.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const profile: AnalysisAbout = { ...jump, id: 'jumpProfile', rows: 'table', has_trials: true };
const trial = (n: number, load_kg: number | null) => ({
  ...{ record_id: record.id, basename: record.basename, label: `Saut ${n}`, t0: 2 * n, t1: 2 * n + 1, load_kg },
  ...{ height_m: 0.4 - 0.05 * n, refused: null, record_uid: null, is_whole: false },
});
const line: AnalysisOutcome = {
  ...{ ...found, analysis: 'jumpProfile' },
  values: { force0: { value: 30, unit: 'N/kg', method: 'line', reason: null } },
  trials: [trial(1, null), trial(2, 20)],
};

it('asks which load each trial had: one that is typed is sent with all trials, one that is none is not', async () => {
  const fake = await openAnalysis(line, [profile]);
  const asked = () => fake.given('runAnalysis').at(-1)?.body;
  const field = await screen.findByRole('textbox', { name: 'Charge de Saut 1, kg' });
  expect(asked()).toMatchObject({ trials: undefined });
  expect(screen.queryByLabelText('Sur')).toBeNull();
  await userEvent.type(field, '900{Enter}');
  expect(fake.given('runAnalysis')).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, '12,5{Enter}');
  const second = { record_id: record.id, t0: 4, t1: 5, load_kg: 20 };
  await waitFor(() =>
    expect(asked()).toMatchObject({ trials: [{ record_id: record.id, t0: 2, t1: 3, load_kg: 12.5 }, second] }),
  );
  // The answer still has the loads of before.
  const other = screen.getByRole('textbox', { name: 'Charge de Saut 2, kg' });
  await userEvent.clear(other);
  await userEvent.type(other, '30{Enter}');
  const heavier = { ...second, load_kg: 30 };
  await waitFor(() => expect(asked()).toMatchObject({ trials: [{ load_kg: 12.5 }, heavier] }));
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Saut 1' }));
  await waitFor(() => expect(asked()).toMatchObject({ trials: [heavier] }));
  await userEvent.click(screen.getByRole('button', { name: 'Essais proposés' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Essais proposés' })).toBeNull());
});
