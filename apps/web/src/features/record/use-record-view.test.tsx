import { saySpeed } from '@sillage/domain';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { removeVariable } from './graph-layout.ts';
import { displayOf, RecordDisplayProvider } from './record-display.ts';
import { type RecordViewState, useRecordView } from './use-record-view.ts';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
  queryClient.clear();
});

let view: RecordViewState;
function Open(props: { record: ReturnType<typeof makeRecord> }) {
  view = useRecordView(props.record);
  return <output>{view.x.kind}</output>;
}

// It goes 2 m/s for 50 s, stands for 20 s, goes 1 m/s for 30 s.
const way = { variable: 'gps.speed', T: [0, 50, 70, 100], D: [0, 100, 100, 130] };

/** @param unit in which its speed is said */
async function open(unit: string, isSaid: boolean) {
  const variable = { unit, description: { fr: '', en: '' } };
  const record = makeRecord({ duration: 100, available_data: { 'gps.speed': variable } });
  const say = saySpeed('gps.speed', 'm/s', 'min_500m');
  const display = displayOf({}, null, new Map(isSaid && say ? [['gps.speed', say]] : []));
  await renderForTest(
    <RecordDisplayProvider value={display}>
      <Open record={record} />
    </RecordDisplayProvider>,
    fakeServer({ readRecordDistance: way }),
  );
  await screen.findByRole('status');
}

it('a record whose speed is said as a pace still has a distance, one without a speed has none', async () => {
  await open('min/500 m', true);
  expect(view.hasDistance).toBe(true);
  cleanup();
  await open('furlong', false);
  expect(view.hasDistance).toBe(false);
});

it('window, cursor and mark keep their moments when the graphs stand on the distance, and back', async () => {
  await open('m/s', false);
  act(() => {
    view.look({ from: 20, to: 85 });
    view.cursor.move(40);
    view.setMark(25);
  });
  act(() => view.setX('distance'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('distance'));
  expect([view.window, view.extent]).toEqual([
    { from: 40, to: 115 },
    { from: 0, to: 130 },
  ]);
  expect([view.cursor.time, view.mark]).toEqual([80, 50]);
  act(() => view.look({ from: 0, to: 100 }));
  expect(view.history.present).toEqual({ from: 0, to: 70 });
  act(() => view.undo());
  act(() => view.setX('time'));
  expect([view.window, view.cursor.time, view.mark]).toEqual([{ from: 20, to: 85 }, 40, 25]);
});

it('the cursor of an address is a moment also when the distance is there at once', async () => {
  history.replaceState(null, '', '/?x=D');
  await open('m/s', false);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('distance'));
  cleanup();
  history.replaceState(null, '', '/?x=D&c=30');
  await open('m/s', false);
  expect([view.x.kind, view.cursor.time]).toEqual(['distance', 60]);
});

it('a hidden variable that is taken away is drawn when it comes back', async () => {
  await open('m/s', false);
  const layout = [{ id: 1, variables: [{ name: 'gps.speed', axis: 'y1' as const }] }];
  act(() => {
    view.setLayout(() => layout);
    view.pressLegend('gps.speed', ['gps.speed'], true);
  });
  expect([...view.hidden]).toEqual(['gps.speed']);
  act(() => view.setLayout((now) => removeVariable(now, 'gps.speed')));
  act(() => view.setLayout(() => layout));
  expect([...view.hidden]).toEqual([]);
});

it('a reset shows the whole time again, over time, and no plane', async () => {
  await open('m/s', false);
  act(() => {
    view.setX('distance');
    view.setPlane('gps.speed');
    view.look({ from: 20, to: 40 });
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('distance'));
  act(() => view.reset());
  expect([view.x.kind, view.window, view.layout, view.plane]).toEqual(['time', { from: 0, to: 100 }, [], undefined]);
});
