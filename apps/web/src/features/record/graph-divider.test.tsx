import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { GraphDivider } from './graph-divider.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A graph that is 200 px high unless its divider says otherwise, 50 px below the edge of the screen. */
function Divided() {
  const [height, setHeight] = useState<number>();
  return (
    <>
      <figure data-height={height ?? 'shared'} />
      <GraphDivider number={1} height={height} onHeight={setHeight} />
    </>
  );
}

async function divided() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 400, 200));
  HTMLElement.prototype.setPointerCapture = () => {};
  await renderForTest(<Divided />, fakeServer({}));
  const divider = await screen.findByRole('separator', { name: 'Hauteur du graphique 1' });
  return { divider, height: () => screen.getByRole('figure').dataset.height };
}

it('is dragged to where the graph above ends, within bounds', async () => {
  const { divider, height } = await divided();
  fireEvent.pointerMove(divider, { buttons: 0, clientY: 500 });
  expect(height()).toBe('shared');
  fireEvent.pointerMove(divider, { buttons: 1, clientY: 350 });
  expect(height()).toBe('300');
  fireEvent.pointerMove(divider, { buttons: 1, clientY: 60 });
  expect(height()).toBe('96');
  await userEvent.dblClick(divider);
  expect(height()).toBe('shared');
});

it('is moved by keys, from the height that the graph has, and Home gives it its share again', async () => {
  const { divider, height } = await divided();
  divider.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(height()).toBe('224');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(height()).toBe('176');
  await userEvent.keyboard('{Home}');
  expect(height()).toBe('shared');
});
