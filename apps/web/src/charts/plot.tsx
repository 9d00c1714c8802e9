import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useAppearance } from '../base/appearance.ts';
import { useScreenSize } from '../ui/screen-size.ts';
import { type PlotLook, sidesWidth } from './chart-options.ts';
import styles from './plot.module.css';
import { PlotCanvas } from './plot-canvas.ts';
import { useChartTheme } from './use-chart-theme.ts';
import { useSize } from './use-size.ts';

interface PlotProps {
  /** Undefined while it is not known. */
  readonly look: PlotLook | undefined;
  /** Nothing on it is pointed at. */
  readonly still?: boolean;
  /** Takes each canvas that is made, shows something on it, and answers how to let go of it. */
  onMade(canvas: PlotCanvas): () => void;
  /** px of the plotting area, without the axes. */
  onWidth?(pixels: number): void;
  /** What stands there besides. */
  readonly children?: ReactNode;
}

/**
 * Where curves are drawn, live or recorded: as large as its place, in the theme and the language of the page. A canvas
 * says nothing to who cannot see it: who uses it names the figure around it and says the values in words.
 */
export function Plot({ look, still = false, onMade, onWidth, children }: PlotProps): ReactNode {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const canvas = useRef<PlotCanvas | undefined>(undefined);
  const { chart: colours, font } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const compact = useScreenSize() === 'phone';
  const isLaidOut = width > 0 && height > 0;
  const shape = look && JSON.stringify(look);
  const rightAxes = look?.rightAxes ?? 1;
  const make = useEffectEvent((element: HTMLElement, given: PlotLook) => {
    const made = new PlotCanvas(element, given, { width, height, colours, font, language, compact });
    canvas.current = made;
    return { made, release: onMade(made) };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a canvas cannot change needs another one
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || look === undefined || !isLaidOut) return;
    const { made, release } = make(element, look);
    return () => {
      release();
      made.destroy();
      canvas.current = undefined;
    };
  }, [shape, isLaidOut, colours, font, language, compact]);

  useLayoutEffect(() => {
    if (!isLaidOut) return;
    canvas.current?.resize(width, height);
    onWidth?.(Math.max(1, width - sidesWidth(rightAxes, compact)));
  }, [width, height, isLaidOut, compact, rightAxes, onWidth]);

  return (
    <div ref={ref} className={`${styles.plot} ${still ? styles.still : ''}`} aria-hidden="true">
      {children}
    </div>
  );
}
