/** What the pointer does on the curves. `select` draws a new selection. */
export type PlotMode = 'zoomX' | 'zoomBox' | 'pan' | 'select';

/** Positions are shares of the plot's width, `top` and `bottom` of its height. */
export interface RubberBand {
  readonly from: number;
  readonly to: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly selecting: boolean;
}

/** Positions are shares of the plot's width, 0 to 1 (outside while dragging beyond it). */
export interface PlotHandlers {
  mode(): PlotMode;
  hover(share: number | undefined): void;
  /** A rubber band from one share to another; undefined when it ends. */
  band(band: RubberBand | undefined): void;
  zoomTo(from: number, to: number): void;
  /** A rectangle; shares of the height count from the top. */
  zoomBox(from: number, to: number, top: number, bottom: number): void;
  /** Zooms the values around a share of the height. */
  zoomValues(share: number, factor: number): void;
  select(from: number, to: number): void;
  /** Pan by a share of the width since the last call, or zoom around a share. */
  panBy(share: number, gesture: string): void;
  zoomAround(share: number, factor: number, gesture: string): void;
  /** A press with Shift. */
  mark(share: number): void;
  pinchStart(shares: readonly [number, number]): void;
  pinchTo(shares: readonly [number, number], gesture: string): void;
  whole(): void;
}

/** px that a press may wander and still be a press. */
const slackPixels = 4;
const longPressMilliseconds = 500;
const doubleTapMilliseconds = 300;
/** ms without a wheel turn after which the next one is a new step of the history. */
const wheelPauseMilliseconds = 400;
/** One notch of a wheel (deltaY 100) zooms by about 1.2. */
const wheelRate = 0.0018;
/** deltaY of one turn; a notch of a wheel is 100 or more. */
const pinchBelow = 50;

let gestureCount = 0;
function newGesture(): string {
  gestureCount += 1;
  return `gesture ${gestureCount}`;
}

type Drag = { kind: 'band'; selecting: boolean } | { kind: 'box' } | { kind: 'pan' } | { kind: 'cursor' };

/** Where a press began: px of the page, and shares of the plot. */
interface Pressed {
  readonly x: number;
  readonly y: number;
  readonly share: number;
  readonly down: number;
  readonly id: number;
}

class PlotGestures {
  readonly #element: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #on: PlotHandlers;
  readonly #pointers = new Map<number, number>();
  #pressed: Pressed | undefined;
  #drag: Drag | undefined;
  #gesture = newGesture();
  #lastShare = 0;
  #lastTap = { at: Number.NEGATIVE_INFINITY, share: 0 };
  #lastWheel = Number.NEGATIVE_INFINITY;
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, plot: HTMLElement, handlers: PlotHandlers) {
    this.#element = element;
    this.#plot = plot;
    this.#on = handlers;
  }

  #share(event: { clientX: number }): number {
    const box = this.#plot.getBoundingClientRect();
    return box.width > 0 ? (event.clientX - box.left) / box.width : 0;
  }

  /** Share of the height, from the top, within the plot. */
  #downShare(event: { clientY: number }): number {
    const box = this.#plot.getBoundingClientRect();
    return box.height > 0 ? Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) : 0;
  }

  down = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    // What begins beside the plot begins at its edge.
    const share = Math.min(1, Math.max(0, this.#share(event)));
    this.#pointers.set(event.pointerId, share);
    this.#gesture = newGesture();
    clearTimeout(this.#longPress);
    if (this.#pointers.size === 2) {
      this.#drag = undefined;
      this.#on.band(undefined);
      this.#on.pinchStart(this.#fingers());
      return;
    }
    this.#pressed = { x: event.clientX, y: event.clientY, share, down: this.#downShare(event), id: event.pointerId };
    this.#lastShare = share;
    this.#drag = this.#dragOf(event);
    if (event.pointerType === 'touch') {
      this.#on.hover(share);
      this.#longPress = setTimeout(() => {
        this.#drag = { kind: 'band', selecting: true };
        this.#on.band({ from: share, to: share, selecting: true });
      }, longPressMilliseconds);
    }
  };

  #dragOf(event: PointerEvent): Drag {
    const mode = this.#on.mode();
    if (mode === 'select') return { kind: 'band', selecting: true };
    if (event.pointerType === 'touch') return { kind: 'cursor' };
    if (mode === 'pan' || event.button === 1 || event.shiftKey) return { kind: 'pan' };
    return mode === 'zoomBox' ? { kind: 'box' } : { kind: 'band', selecting: false };
  }

  #fingers(): [number, number] {
    const [first = 0, second = 0] = [...this.#pointers.values()];
    return [first, second];
  }

  move = (event: PointerEvent): void => {
    const share = this.#share(event);
    // The button was let go where no event reached the element.
    if (event.pointerType !== 'touch' && event.buttons === 0) this.#abandon(event.pointerId);
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, share);
    if (this.#pointers.size === 2) {
      this.#on.pinchTo(this.#fingers(), this.#gesture);
      return;
    }
    if (share >= 0 && share <= 1) this.#on.hover(share);
    const pressed = this.#pressed;
    if (pressed === undefined || pressed.id !== event.pointerId || this.#drag === undefined) return;
    const wandered = this.#hasWandered(event, pressed, this.#drag);
    const byY = Math.abs(event.clientY - pressed.y) > slackPixels;
    // Not before: what is pressed on the legend keeps its click.
    if (wandered || byY) this.#element.setPointerCapture?.(event.pointerId);
    if (wandered && this.#drag.kind === 'cursor') clearTimeout(this.#longPress);
    if (this.#drag.kind === 'band' && wandered) {
      this.#on.band({ from: pressed.share, to: share, selecting: this.#drag.selecting });
    }
    if (this.#drag.kind === 'box' && wandered) {
      const [top, bottom] = [pressed.down, this.#downShare(event)];
      this.#on.band({ from: pressed.share, to: share, top, bottom, selecting: false });
    }
    if (this.#drag.kind === 'pan') {
      this.#on.panBy(this.#lastShare - share, this.#gesture);
      this.#lastShare = share;
    }
  };

  #abandon(pointerId: number): void {
    if (!this.#pointers.delete(pointerId)) return;
    this.#pressed = undefined;
    this.#drag = undefined;
    this.#on.band(undefined);
  }

  up = (event: PointerEvent): void => {
    clearTimeout(this.#longPress);
    const pinching = this.#pointers.size === 2;
    this.#pointers.delete(event.pointerId);
    const pressed = this.#pressed;
    const drag = this.#drag;
    this.#pressed = undefined;
    this.#drag = undefined;
    this.#on.band(undefined);
    if (pinching || pressed === undefined || pressed.id !== event.pointerId || event.type === 'pointercancel') return;
    const share = this.#share(event);
    const wandered = this.#hasWandered(event, pressed, drag);
    if (drag?.kind === 'box' && wandered) this.#zoomBox(event, pressed);
    if (drag?.kind === 'band' && wandered) {
      if (drag.selecting) this.#on.select(pressed.share, share);
      else this.#on.zoomTo(pressed.share, share);
    }
    if (wandered) return;
    if (event.pointerType === 'touch') this.#tap(event, share);
    else if (event.shiftKey) this.#on.mark(pressed.share);
  };

  /** A box without height is a zoom along the axis, one without width a zoom of the values. */
  #zoomBox(event: PointerEvent, pressed: Pressed): void {
    const isFlat = Math.abs(event.clientY - pressed.y) <= slackPixels;
    const isThin = Math.abs(event.clientX - pressed.x) <= slackPixels;
    const [from, to] = isThin ? [0, 1] : [pressed.share, this.#share(event)];
    const [top, bottom] = isFlat ? [0, 1] : [pressed.down, this.#downShare(event)];
    this.#on.zoomBox(Math.min(from, to), Math.max(from, to), Math.min(top, bottom), Math.max(top, bottom));
  }

  #hasWandered(event: PointerEvent, pressed: Pressed, drag: Drag | undefined): boolean {
    const byX = Math.abs(event.clientX - pressed.x) > slackPixels;
    return byX || (drag?.kind === 'box' && Math.abs(event.clientY - pressed.y) > slackPixels);
  }

  #tap(event: PointerEvent, share: number): void {
    const again = event.timeStamp - this.#lastTap.at < doubleTapMilliseconds;
    this.#lastTap = { at: again ? Number.NEGATIVE_INFINITY : event.timeStamp, share };
    if (again) this.#on.whole();
  }

  leave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && this.#pointers.size === 0) this.#on.hover(undefined);
  };

  doubleClick = (): void => {
    // A double tap has its own rule; browsers send `dblclick` for both.
    if (this.#lastTap.at === Number.NEGATIVE_INFINITY) this.#on.whole();
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.timeStamp - this.#lastWheel > wheelPauseMilliseconds) this.#gesture = newGesture();
    this.#lastWheel = event.timeStamp;
    const width = this.#plot.getBoundingClientRect().width || 1;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.altKey) {
      this.#on.zoomValues(this.#downShare(event), Math.exp(event.deltaY * lines * wheelRate));
      return;
    }
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#on.panBy((sideways * lines) / width, this.#gesture);
    } else {
      // A pinch on a touchpad arrives as small wheel turns with Ctrl; the notch of a wheel is large with or without it.
      const isPinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < pinchBelow;
      const rate = isPinch ? wheelRate * 6 : wheelRate;
      this.#on.zoomAround(this.#share(event), Math.exp(event.deltaY * lines * rate), this.#gesture);
    }
  };

  end(): void {
    clearTimeout(this.#longPress);
  }
}

/**
 * Binds mouse and touch to a plot and what stands around it in `element`, and the wheel to the plot alone, so that the
 * rest still scrolls. Answers how to unbind.
 */
export function bindPlotGestures(element: HTMLElement, plot: HTMLElement, handlers: PlotHandlers): () => void {
  const gestures = new PlotGestures(element, plot, handlers);
  const bindings: [string, (event: never) => void][] = [
    ['pointerdown', gestures.down],
    ['pointermove', gestures.move],
    ['pointerup', gestures.up],
    ['pointercancel', gestures.up],
    ['pointerleave', gestures.leave],
    ['dblclick', gestures.doubleClick],
  ];
  for (const [name, listener] of bindings) {
    element.addEventListener(name, listener as EventListener, { passive: false });
  }
  plot.addEventListener('wheel', gestures.wheel, { passive: false });
  return () => {
    gestures.end();
    for (const [name, listener] of bindings) element.removeEventListener(name, listener as EventListener);
    plot.removeEventListener('wheel', gestures.wheel);
  };
}
