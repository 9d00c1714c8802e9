import { useMemo } from 'react';
import { useAppearance } from '../../../base/appearance.ts';
import type { LiveLine } from '../curve-groups.ts';
import { useLiveSayings } from '../live-sayings.ts';
import { type Target, useTargets } from './targets.ts';
import { type SaidIndicator, useSaidIndicators } from './use-said-indicators.ts';

/** The target of a graph and the indicator that it is set for, where all lines measure what that indicator is, in its unit. */
export function useTargetOf(
  lines: readonly LiveLine[],
): { readonly target: Target; readonly indicator: SaidIndicator } | undefined {
  const language = useAppearance((appearance) => appearance.language);
  const sayings = useLiveSayings();
  const devices = useMemo(() => [...new Set(lines.map(({ device }) => device))], [lines]);
  const indicators = useSaidIndicators(devices);
  const targets = useTargets();
  const indicator = indicators.find(
    ({ title, unit, key }) =>
      targets[key] !== undefined &&
      lines.every(({ variable }) => variable.description[language] === title && sayings(variable).unit === unit),
  );
  const target = indicator && targets[indicator.key];
  return target && { target, indicator };
}
