import { cleanup, render } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { PlotHandlers } from './plot-gestures.ts';
import { createCursor } from './shared-cursor.ts';
import { type GraphView, rangesBetween, useGraphGestures } from './use-graph-gestures.ts';

afterEach(cleanup);

it('a box takes its share of each range, counted from the top; a factor above 1 widens them', () => {
  const ranges = { y1: [0, 10], y2: [-4, 4], y3: undefined } as const;
  expect(rangesBetween(ranges, 0.25, 0.75)).toEqual({ y1: [2.5, 7.5], y2: [-2, 2] });
  expect(rangesBetween(ranges, -0.5, 1.5)).toEqual({ y1: [-5, 15], y2: [-8, 8] });
});

/** What is drawn, and what is asked for, of each window. */
function Moved(props: { handlers(given: PlotHandlers): void; drawn: number[]; asked: number[] }) {
  const [window, setWindow] = useState({ from: 0, to: 100 });
  const view: GraphView = {
    ...{
      window,
      extent: { from: 0, to: 100 },
      x: { kind: 'time' },
      mode: 'pan',
      cursor: createCursor(),
      mark: undefined,
    },
    ...{ look: setWindow, whole: () => undefined, setMark: () => undefined },
  };
  const bind = useGraphGestures(
    view,
    () => undefined,
    () => undefined,
  );
  useLayoutEffect(() => props.handlers(bind({ ranges: () => ({}), showBand: () => undefined })));
  useLayoutEffect(() => void props.drawn.push(window.to), [props.drawn, window]);
  useEffect(() => void props.asked.push(window.to), [props.asked, window]);
  return null;
}

it('draws a moved window, and asks for it, before the event that moved it is over', () => {
  const [drawn, asked]: [number[], number[]] = [[], []];
  let on: PlotHandlers | undefined;
  const take = (given: PlotHandlers) => {
    on = given;
  };
  render(<Moved handlers={take} drawn={drawn} asked={asked} />);
  on?.zoomAround(0, 0.5, 'wheel');
  expect([drawn, asked]).toEqual([
    [100, 50],
    [100, 50],
  ]);
  on?.zoomAround(0, 0.5, 'wheel');
  on?.panBy(1, 'drag');
  expect([drawn, asked]).toEqual([
    [100, 50, 25, 50],
    [100, 50, 25, 50],
  ]);
});
