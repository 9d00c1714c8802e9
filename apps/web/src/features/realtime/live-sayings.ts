import type { RealtimeDataKey } from '@sillage/contract';
import { quantityOf, type Saying, saySpeed } from '@sillage/domain';
import { useCallback } from 'react';
import { useAppearance } from '../../base/appearance.ts';
import { useDisplaySettings } from '../../base/display-settings.ts';
import { printedUnit } from '../../ui/printed-unit.ts';

/** A live variable as it is said. */
export interface LiveSaying {
  readonly say: Saying | undefined;
  readonly unit: string;
  readonly decimals: number;
  /** That its value axis shows at least, in this unit. */
  readonly leastSpan: number;
}

const mostDecimals = 3;
/** s of a pace that its axis shows at least. */
const leastPaceSpan = 10;

/** Answers how a live variable is said in the club's unit. The same function until the unit changes. */
export function useLiveSayings(): (key: RealtimeDataKey) => LiveSaying {
  const language = useAppearance((appearance) => appearance.language);
  const chosen = useDisplaySettings()?.live_speed_unit;
  return useCallback(
    ({ name, unit, precision }) => {
      const say = saySpeed(name, unit, chosen);
      const leastSpan = quantityOf(name)?.leastSpan ?? 0;
      return {
        say,
        unit: say?.unit ?? printedUnit(unit, language),
        decimals: Math.min(say?.decimals(precision) ?? precision, mostDecimals),
        leastSpan: say === undefined ? leastSpan : say.isPace ? leastPaceSpan : say.of(leastSpan),
      };
    },
    [chosen, language],
  );
}
