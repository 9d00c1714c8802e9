import { cleanup, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useSession } from '../../base/session.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { SpokenCursor } from './cursor-flags.tsx';
import { useOpenRecord } from './open-record.ts';

afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

function MovedCursor(): ReactNode {
  const { cursor } = useOpenRecord().view;
  useEffect(() => cursor.move(2), [cursor]);
  return null;
}

it('speaks time, names and values as words of their own, without what stands there whatever the cursor reads', async () => {
  useSession.setState({ user: makeUser() });
  const { container } = await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <section>
        <figcaption>
          <span>
            <button type="button">Vitesse</button>
            <span data-quiet>lissé</span>
            <span>3,2 m/s</span>
          </span>
          <span>
            <button type="button">Cadence</button>
            <span>30</span>
          </span>
          <span data-quiet>aide</span>
        </figcaption>
        <SpokenCursor />
        <MovedCursor />
      </section>
    </WithOpenRecord>,
  );
  await waitFor(
    () => {
      const spoken = container.querySelector('[aria-live]')?.textContent;
      expect(spoken).toBe('00:02.000 Vitesse 3,2 m/s, Cadence 30');
    },
    { timeout: 10_000 },
  );
});
