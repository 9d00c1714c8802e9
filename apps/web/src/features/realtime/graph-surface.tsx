import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { sideWidth, timeAxisHeight } from '../../charts/chart-options.ts';
import { bindPlotGestures } from '../../charts/plot-gestures.ts';
import type { SharedCursor } from '../../charts/shared-cursor.ts';
import { pinch, spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import styles from './curves.module.css';
import type { Freezing } from './freeze.ts';
import { stepWindow } from './window-choice.tsx';

/** A zoom by so much while the curves run is the next window. */
const windowFactor = 1.5;

/**
 * Over a plot: a drag moves back in time, a wheel or two fingers zoom, and the pointer shows the moment of its place
 * while the curves stand still. Who drags what runs freezes it.
 */
export function GraphSurface(props: { freezing: Freezing; windowSeconds: number; cursor: SharedCursor }): ReactNode {
  const { freezing, windowSeconds, cursor } = props;
  const { frozen } = freezing;
  const compact = useScreenSize() === 'phone';
  const surface = useRef<HTMLDivElement>(null);
  const pinched = useRef<{ window: TimeWindow; shares: readonly [number, number] } | undefined>(undefined);
  const turned = useRef(1);
  const window = frozen?.window ?? { from: -windowSeconds, to: 0 };
  const timeOf = (share: number) => window.from + share * spanOf(window);

  const hover = useEffectEvent((share: number | undefined) => {
    cursor.move(frozen === undefined || share === undefined ? undefined : timeOf(share));
  });
  const pan = useEffectEvent((share: number) => {
    if (share !== 0 && (frozen !== undefined || share < 0)) freezing.pan(share * spanOf(window));
  });
  const zoom = useEffectEvent((share: number, factor: number) => {
    if (frozen !== undefined) return freezing.zoom(factor, timeOf(share));
    turned.current *= factor;
    if (turned.current < windowFactor && turned.current > 1 / windowFactor) return;
    stepWindow(turned.current > 1 ? 1 : -1);
    turned.current = 1;
  });
  const startPinch = useEffectEvent((shares: readonly [number, number]) => {
    pinched.current = { window, shares };
  });
  const pinchTo = useEffectEvent((shares: readonly [number, number]) => {
    const start = pinched.current;
    if (start === undefined) return;
    const extent = frozen?.extent ?? { from: Number.NEGATIVE_INFINITY, to: 0 };
    freezing.look(pinch(start.window, start.shares, shares, { from: Math.max(extent.from, -1e6), to: 0 }));
  });

  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    const nothing = () => undefined;
    return bindPlotGestures(element, element, {
      mode: () => 'pan',
      hover: (share) => hover(share),
      band: nothing,
      zoomTo: nothing,
      zoomBox: nothing,
      zoomValues: nothing,
      select: nothing,
      mark: nothing,
      panBy: (share) => pan(share),
      zoomAround: (share, factor) => zoom(share, factor),
      pinchStart: (shares) => startPinch(shares),
      pinchTo: (shares) => pinchTo(shares),
      whole: nothing,
    });
  }, []);

  const side = sideWidth(compact);
  return (
    <div ref={surface} className={styles.surface} style={{ left: side, right: side, bottom: timeAxisHeight }}>
      {frozen !== undefined && <CursorLine window={frozen.window} cursor={cursor} />}
    </div>
  );
}

/** At the same moment in every graph; moved past React. */
function CursorLine({ window, cursor }: { window: TimeWindow; cursor: SharedCursor }): ReactNode {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = (): void => {
      const { current: element } = line;
      if (element === null) return;
      const { time } = cursor;
      const share = time === undefined ? Number.NaN : (time - window.from) / spanOf(window);
      element.hidden = !(share >= 0 && share <= 1);
      element.style.left = `${share * 100}%`;
    };
    place();
    return cursor.subscribe(place);
  }, [window, cursor]);
  return <span ref={line} className={styles.cursor} hidden />;
}
