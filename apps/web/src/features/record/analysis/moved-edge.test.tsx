import type { AnalysisOutcome } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { both, found, jump, openAnalysis } from './open-test-analysis.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const withEdges = {
  ...jump,
  parameters: {
    ...jump.parameters,
    onsetAt: { name: both('Début'), unit: 's', source: 'by hand', default: null, least: 0, most: 100, edge: 'onset' },
    takeOffAt: {
      name: both('Décollage'),
      unit: 's',
      source: 'by hand',
      default: null,
      least: 0,
      most: 100,
      edge: 'takeOff',
    },
  },
};
const foundEdges: AnalysisOutcome = {
  ...found,
  events: [
    { name: 'onset', label: both('Début'), t: 1 },
    { name: 'takeOff', label: both('Décollage'), t: 2 },
  ],
};

it('moves an edge by keys, a sample at a time, and never beyond the next one; R is the rule', async () => {
  const fake = await openAnalysis(foundEdges, [withEdges]);
  const grip = await screen.findByRole('slider', { name: 'Borne Décollage' });
  const asked = () => fake.given('runAnalysis').at(-1)?.body;
  grip.focus();
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: { takeOffAt: 2.001 } }));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: {} }));
  screen.getByRole('slider', { name: 'Borne Début' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: { onsetAt: 0.99 } }));
  await userEvent.keyboard('r');
  await waitFor(() => expect(asked()).toMatchObject({ parameters: {} }));
});
