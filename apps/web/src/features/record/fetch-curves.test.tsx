import type { ApiClient } from '@sillage/client';
import { saySpeed } from '@sillage/domain';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { makeCurvesReply } from '../../testing/make-curves-reply.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { useCurves } from './fetch-curves.ts';
import { displayOf, RecordDisplayProvider } from './record-display.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const reply = makeCurvesReply({ 'gps.speed': [[0, 10]] });

function Curve() {
  const [window, setWindow] = useState({ from: 0, to: 1 });
  const [x, setX] = useState<'time' | 'distance'>('time');
  const { data } = useCurves({ id: 1, signals_version: 1 }, ['gps.speed'], { ...window, maxData: 100 }, x, true);
  return (
    <>
      <output>{String(data?.curves.get('gps.speed')?.values[0])}</output>
      <button type="button" onClick={() => setWindow({ from: 5, to: 6 })}>
        elsewhere
      </button>
      <button type="button" onClick={() => setX('distance')}>
        distance
      </button>
    </>
  );
}

it('the old picture, as it is said, stays while another window is on its way, and goes with its axis', async () => {
  let asked = 0;
  const fetchBytes: ApiClient['fetchBytes'] = () => {
    asked += 1;
    return asked === 1 ? Promise.resolve(reply) : new Promise(() => undefined);
  };
  const say = saySpeed('gps.speed', 'm/s', 'km_h');
  if (say === undefined) throw new Error('no saying of a speed');
  await renderForTest(
    <RecordDisplayProvider value={displayOf({}, null, new Map([['gps.speed', say]]))}>
      <Curve />
    </RecordDisplayProvider>,
    { fetchBytes },
  );
  await screen.findByText('36');
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(screen.getByRole('status').textContent).toBe('36');
  expect(asked).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'distance' }));
  expect(screen.getByRole('status').textContent).toBe('undefined');
});
