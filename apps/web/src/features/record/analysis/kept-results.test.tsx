import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { both, found, jump, kept, openAnalysis } from './open-test-analysis.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const waiting: AnalysisOutcome = {
  ...{ ...found, analysis: 'mounting' },
  correction: {
    name: both('Demi-tour autour de z'),
    axes: [
      { variable: 'imu.acc_x', from: 'imu.acc_x', sign: -1 },
      { variable: 'imu.acc_y', from: 'imu.acc_y', sign: -1 },
      { variable: 'imu.acc_z', from: 'imu.acc_z', sign: 1 },
    ],
  },
};
const mounting: AnalysisAbout = { ...jump, id: 'mounting', name: both('Montage'), is_check: true };

it('opens with what somebody kept, and its parameters', async () => {
  const fake = await openAnalysis(found, [jump], { listResults: [kept] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ parameters: { threshold: 33 } }));
  expect(await screen.findByText(/Hélène/)).toBeTruthy();
  // What is seen is what is kept.
  expect(screen.queryByRole('button', { name: 'Garder ce résultat' })).toBeNull();
});

it('opens with the likeliest of what a record answers by itself, whichever was computed last', async () => {
  const fake = await openAnalysis(found, [jump, { ...jump, id: 'dj' }], {
    listResults: [{ ...kept, analysis: 'dj', user_name: null }],
  });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'cmj' }));
});

it('opens on an analysis that answers where the likeliest refuses the recording', async () => {
  const refused = { ...kept, user_name: null, values: {}, refused: { code: 'noFlight', message: both('Aucun vol.') } };
  const answers = { ...kept, id: 8, analysis: 'dj', user_name: null };
  const check = { ...kept, id: 9, analysis: 'mounting', user_name: null };
  const offered = [jump, { ...mounting, fits: true }, { ...jump, id: 'dj' }];
  const fake = await openAnalysis(found, offered, { listResults: [refused, check, answers] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'dj' }));
});

it('opens on what answers rather than on a refusal that somebody kept; on that where nothing answers', async () => {
  const refused = { ...kept, values: {}, refused: { code: 'noFlight', message: both('Aucun vol.') } };
  const answers = { ...kept, id: 8, analysis: 'dj', user_name: null };
  const offered = [jump, { ...jump, id: 'dj' }];
  const fake = await openAnalysis(found, offered, { listResults: [refused, answers] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'dj' }));
  cleanup();
  queryClient.clear();
  const alone = await openAnalysis(found, offered, { listResults: [{ ...refused, analysis: 'dj' }] });
  await waitFor(() => expect(alone.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'dj' }));
});

it('keeps what is seen, and leaves a trial out with its reason', async () => {
  const other = { ...kept, t1: 5, is_whole: false };
  const fake = await openAnalysis(found, [jump], { listResults: [other], keepResult: kept, editResult: kept });
  await userEvent.click(await screen.findByRole('button', { name: 'Garder ce résultat' }));
  await waitFor(() => expect(fake.given('keepResult').at(-1)?.body).toMatchObject({ analysis: 'cmj' }));
  await userEvent.click(screen.getByRole('button', { name: 'Écarter…' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Pourquoi/ }), 'a glissé{Enter}');
  await waitFor(() => expect(fake.given('editResult').at(-1)?.body).toEqual({ excluded: { reason: 'a glissé' } }));
});

it('offers to put a sensor right: nothing changes before it is pressed, and then a step of the record does it', async () => {
  const fake = await openAnalysis(waiting, [mounting, jump], { recalibrateRecord: {} });
  expect(await screen.findByText('Demi-tour autour de z')).toBeTruthy();
  expect(screen.getByText('acc_x ← −acc_x')).toBeTruthy();
  expect(screen.queryByText(/acc_z ←/)).toBeNull();
  expect(fake.given('recalibrateRecord')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Corriger' }));
  await waitFor(() =>
    expect(fake.given('recalibrateRecord').at(-1)?.body).toEqual({
      ...{ calib_type: 'custom_calib', module: 'imu', signals_version: 4 },
      axes: [
        { column: 'acc_x', from: 'acc_x', sign: -1 },
        { column: 'acc_y', from: 'acc_y', sign: -1 },
        { column: 'acc_z', from: 'acc_z', sign: 1 },
      ],
    }),
  );
});

it('keeps a mounting as it is when somebody decides so, and says no more', async () => {
  const fake = await openAnalysis(waiting, [mounting, jump], { keepResult: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Garder tel quel' }));
  const asIs = { analysis: 'mounting', parameters: { decision: 'asIs' } };
  await waitFor(() => expect(fake.given('keepResult').at(-1)?.body).toMatchObject(asIs));
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject(asIs));
});

it('opens on a mounting that waits for a choice, and says so beside another analysis', async () => {
  const before = { ...kept, ...waiting, signals_version: 4, id: 31 };
  const fake = await openAnalysis(waiting, [jump, mounting], { listResults: [kept, before] });
  await waitFor(() => expect(fake.given('runAnalysis').at(-1)?.body).toMatchObject({ analysis: 'mounting' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Analyse' }), 'cmj');
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le montage' }));
  expect(screen.queryByRole('button', { name: 'Voir le montage' })).toBeNull();
});
