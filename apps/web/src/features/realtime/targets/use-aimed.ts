import type { IndicatorKind } from '@sillage/contract';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { useIndicatorKinds } from '../indicators.tsx';
import { useLiveSayings } from '../live-sayings.ts';
import { targetKey, useTargets } from './targets.ts';

/** The first indicator of a device for which a target is set. */
export function useAimed(device: LiveDevice): IndicatorKind | undefined {
  const targets = useTargets();
  const sayings = useLiveSayings();
  return useIndicatorKinds(device).find(({ name, unit, precision, title }) => {
    const said = sayings({ name, unit, precision, description: title });
    return targets[targetKey(name, said.unit)] !== undefined;
  });
}
