import { useQueries } from '@tanstack/react-query';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { useServer } from '../../../base/services.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { chooseFigures } from '../card-figures.ts';
import { indicatorQuery } from '../indicators.tsx';
import { useLiveSayings } from '../live-sayings.ts';
import { targetKey } from './targets.ts';

/** An indicator that cards show, as it is said. */
export interface SaidIndicator {
  /** Of its target. */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
  readonly isPace: boolean;
}

/** Indicators that cards have room for. */
const shownIndicators = 3;

/** The numbers that the cards of these devices show, each once. */
export function useSaidIndicators(devices: readonly LiveDevice[]): readonly SaidIndicator[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const language = useAppearance((appearance) => appearance.language);
  const sayings = useLiveSayings();
  const answers = useQueries({ queries: devices.map((device) => indicatorQuery(server, clientId, device)) });
  const said = new Map<string, SaidIndicator>();
  for (const { data } of answers) {
    for (const { name, type, unit: measured, precision, title } of chooseFigures(
      data?.indicators ?? [],
      [],
      shownIndicators,
    ).kinds) {
      if (type !== 'number') continue;
      const { say, unit, decimals } = sayings({ name, unit: measured, precision, description: title });
      const key = targetKey(name, unit);
      said.set(key, { key, title: title[language], unit, decimals, isPace: say?.isPace === true });
    }
  }
  return [...said.values()];
}
