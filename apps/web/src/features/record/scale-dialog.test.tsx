import { saySpeed } from '@sillage/domain';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../base/session.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { useOpenRecord } from './open-record.ts';
import { displayOf, RecordDisplayProvider } from './record-display.ts';
import { ScaleDialog } from './scale-dialog.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  useSession.setState({ user: undefined });
});

/** The dialog of the first graph, again each time it is opened; beside it the ranges that are fixed. */
function Scale() {
  const [isOpen, setOpen] = useState(true);
  const [graph] = useOpenRecord().view.layout;
  return (
    <>
      <output>{JSON.stringify(graph?.fixed ?? 'free')}</output>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {graph && isOpen && <ScaleDialog graph={graph} onClose={() => setOpen(false)} />}
    </>
  );
}

async function show(unit: 'min_500m' | 'm_s') {
  const say = saySpeed('gps.speed', 'm/s', unit);
  await renderForTest(
    <RecordDisplayProvider value={displayOf({}, null, new Map(say ? [['gps.speed', say]] : []))}>
      <WithOpenRecord record={makeRecord()}>
        <Scale />
      </WithOpenRecord>
    </RecordDisplayProvider>,
  );
}
const field = (name: string) => screen.findByRole('textbox', { name });
async function type(low: string, high: string) {
  for (const [name, text] of [
    ['Minimum', low],
    ['Maximum', high],
  ] as const) {
    await userEvent.clear(await field(name));
    await userEvent.type(await field(name), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
}
const fixed = async () => (await screen.findByRole('status')).textContent;

it('a pace is typed and shown as min:s', async () => {
  await show('min_500m');
  expect(await screen.findByText('En min:s, par exemple 1:52,3')).toBeTruthy();
  await type('112', '130');
  expect(await screen.findByText(/^Deux valeurs, ou aucune/)).toBeTruthy();
  await type('1:52.3', '2:10');
  expect(await fixed()).toBe('{"y1":[112.3,130]}');
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(await field('Minimum')).toHaveProperty('value', '1:52,3');
  expect(await field('Maximum')).toHaveProperty('value', '2:10,0');
});

it('other values are numbers, and the low one comes first', async () => {
  await show('m_s');
  await type('5,5', '2');
  expect(await screen.findByText('Le maximum doit dépasser le minimum')).toBeTruthy();
  await type('2', '5,5');
  expect(await fixed()).toBe('{"y1":[2,5.5]}');
});
