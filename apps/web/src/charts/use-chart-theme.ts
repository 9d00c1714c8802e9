import { useMemo } from 'react';
import { useAppearance } from '../base/appearance.ts';
import { fontFamily, tokens } from '../base/tokens.ts';
import { useChosenColours } from './chosen-colours.ts';
import type { ChartColours, CurveColours } from './colours.ts';

/** Colours and font of the canvas, which cannot read CSS variables. */
export function useChartTheme(): { chart: ChartColours; curves: CurveColours; font: string } {
  const theme = useAppearance((appearance) => appearance.theme);
  const chosen = useChosenColours((colours) => colours.chosen);
  return useMemo(() => {
    const token = tokens[theme];
    return {
      chart: {
        plot: token.plot,
        grid: token.grid,
        axis: token.axis,
        outline: token.outline,
        sel: token.sel,
        primaryInk: token['primary-ink'],
      },
      curves: {
        plot: token.plot,
        ink: token.ink,
        named: { left: token['c-left'], right: token['c-right'], total: token['c-total'] },
        chosen,
      },
      font: `11px ${fontFamily}`,
    };
  }, [theme, chosen]);
}
