import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { takeList } from '../../../live/merge-device.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { deviceFixture } from '../../../testing/make-devices.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { SamplesProvider } from '../samples.tsx';
import { ForceTrace } from './force-trace.tsx';

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  useAppearance.getState().setLanguage('fr');
});
afterEach(cleanup);

const plate = deviceFixture({
  ...{ number: 10200217, state: 'scenario' },
  keys: [
    ['plate.fzg', 'Force gauche', 'Left force', 'N', 0],
    ['plate.fztot', 'Force verticale', 'Vertical force', 'N', 0],
  ],
});
const boat = deviceFixture({
  number: 10200218,
  state: 'scenario',
  keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
});

test('the force of an athlete stands on the scale that all have; a device without one shows none', async () => {
  const devices = takeList(undefined, [plate, boat], 0);
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <SamplesProvider devices={devices}>
        {devices.map((device) => (
          <ForceTrace key={device.number} device={device} />
        ))}
      </SamplesProvider>
    </LiveProvider>,
    fakeServer({}),
  );
  expect((await screen.findAllByRole('figure')).map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Force verticale.*10 s, de 0 à 3.200 N$/),
  ]);
});
