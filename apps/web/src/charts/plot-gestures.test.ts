import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bindPlotGestures, type PlotHandlers, type PlotMode } from './plot-gestures.ts';

let mode: PlotMode = 'zoomX';
const on = {
  mode: () => mode,
  hover: vi.fn(),
  band: vi.fn(),
  zoomTo: vi.fn(),
  zoomBox: vi.fn(),
  zoomValues: vi.fn(),
  select: vi.fn(),
  panBy: vi.fn(),
  zoomAround: vi.fn(),
  mark: vi.fn(),
  pinchStart: vi.fn(),
  pinchTo: vi.fn(),
  whole: vi.fn(),
} satisfies PlotHandlers;

let column: HTMLElement;
let legend: HTMLElement;
let plot: HTMLElement;
let release: () => void;

/** A graph: a legend above a plot that lies from 100 to 300 px. */
beforeEach(() => {
  vi.clearAllMocks();
  mode = 'zoomX';
  const make = () => document.createElement('div');
  [column, legend, plot] = [make(), make(), make()];
  column.append(legend, plot);
  document.body.append(column);
  plot.getBoundingClientRect = () => DOMRect.fromRect({ x: 100, y: 20, width: 200, height: 80 });
  release = bindPlotGestures(column, plot, on);
});
afterEach(() => {
  release();
  column.remove();
});

function point(target: HTMLElement, type: string, clientX: number, given: PointerEventInit = {}): void {
  target.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX, ...given }),
  );
}

function drag(target: HTMLElement, from: number, to: number): void {
  point(target, 'pointerdown', from);
  point(target, 'pointermove', to, { buttons: 1 });
  point(target, 'pointerup', to);
}

it('a drag that begins on the legend zooms as one on the plot does', () => {
  drag(plot, 150, 200);
  drag(legend, 150, 200);
  expect(on.zoomTo.mock.calls).toEqual([
    [0.25, 0.5],
    [0.25, 0.5],
  ]);
});

it('a selection that is begun beside the plot begins at its edge', () => {
  mode = 'select';
  drag(column, 60, 200);
  expect(on.select).toHaveBeenCalledWith(0, 0.5);
});

it('a drag keeps the pointer also when it first leaves up or down', () => {
  column.setPointerCapture = vi.fn();
  point(plot, 'pointerdown', 150, { clientY: 60 });
  point(plot, 'pointermove', 151, { clientY: 62, buttons: 1 });
  expect(column.setPointerCapture).not.toHaveBeenCalled();
  point(plot, 'pointermove', 151, { clientY: 70, buttons: 1 });
  expect(column.setPointerCapture).toHaveBeenCalledWith(1);
});

it('a drag whose button was let go elsewhere is over, and the next one begins anew', () => {
  point(plot, 'pointerdown', 150);
  point(plot, 'pointermove', 200, { buttons: 1 });
  point(plot, 'pointermove', 250, { buttons: 0 });
  expect(on.band).toHaveBeenLastCalledWith(undefined);
  point(plot, 'pointermove', 260, { buttons: 0 });
  point(plot, 'pointerup', 260);
  expect(on.band).toHaveBeenLastCalledWith(undefined);
  expect(on.zoomTo).not.toHaveBeenCalled();
  drag(plot, 150, 200);
  expect(on.zoomTo.mock.calls).toEqual([[0.25, 0.5]]);
});

it('a press with Shift marks where it is, and moves nothing', () => {
  point(legend, 'pointerdown', 150, { shiftKey: true });
  point(legend, 'pointerup', 151, { shiftKey: true });
  expect(on.mark).toHaveBeenCalledWith(0.25);
  expect(on.zoomTo).not.toHaveBeenCalled();
});

it('a box is zoomed to, a flat one along the axis alone, a thin one the values alone', () => {
  mode = 'zoomBox';
  const box = (x: readonly [number, number], y: readonly [number, number]) => {
    point(plot, 'pointerdown', x[0], { clientY: y[0] });
    point(plot, 'pointermove', x[1], { clientY: y[1], buttons: 1 });
    point(plot, 'pointerup', x[1], { clientY: y[1] });
  };
  box([200, 150], [80, 40]);
  box([150, 200], [60, 61]);
  box([150, 152], [40, 80]);
  expect(on.zoomBox.mock.calls).toEqual([
    [0.25, 0.5, 0.25, 0.75],
    [0.25, 0.5, 0, 1],
    [0, 1, 0.25, 0.75],
  ]);
  expect(on.zoomTo).not.toHaveBeenCalled();
});

it('a notch of the wheel zooms the same with Ctrl, and the small turns of a pinch faster', () => {
  const turn = (target: HTMLElement, deltaY: number, ctrlKey: boolean) => {
    const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY });
    Object.defineProperties(event, { ctrlKey: { value: ctrlKey }, clientX: { value: 150 } });
    target.dispatchEvent(event);
  };
  for (const ctrlKey of [false, true]) turn(plot, 100, ctrlKey);
  const [[, plain], [, withCtrl]] = on.zoomAround.mock.calls as [[number, number], [number, number]];
  expect(withCtrl).toBe(plain);
  turn(plot, 4, true);
  const [, pinch] = on.zoomAround.mock.calls[2] as [number, number];
  expect(pinch).toBeGreaterThan(Math.exp(4 * 0.0018 * 5));
  turn(legend, 100, false);
  expect(on.zoomAround).toHaveBeenCalledTimes(3);
});
