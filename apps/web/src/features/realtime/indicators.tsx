import type { ApiClient } from '@sillage/client';
import { api, type IndicatorKind, type Indicators } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { useServer } from '../../base/services.tsx';
import { formatFigure } from '../../charts/format-figure.ts';
import { useRoom } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { formatChrono } from '../../ui/chrono.ts';
import styles from './card-channels.module.css';
import { useLiveSayings } from './live-sayings.ts';
import { LiveText } from './live-text.tsx';
import { TargetMark } from './targets/target-mark.tsx';
import { targetKey, useTargets } from './targets/targets.ts';

/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;

type Asking = Pick<LiveDevice, 'number' | 'is_connected' | 'realtime_data_keys'>;

/** How a device is asked for the indicators that it tells by its sport. */
export function indicatorQuery(server: ApiClient, clientId: number, device: Asking) {
  const { number, is_connected, realtime_data_keys } = device;
  return queryOptions({
    queryKey: ['deviceIndicators', clientId, number, realtime_data_keys.length],
    queryFn: ({ signal }) =>
      server.call(api.readDeviceIndicators, { params: { clientId, deviceNumber: number }, signal }),
    enabled: is_connected,
    // Without them the card shows what the device measures.
    retry: false,
    meta: { quiet: true },
  });
}

/** The indicators that a device tells by its sport, in their order; empty while they are not known. */
export function useIndicatorKinds(device: LiveDevice): readonly IndicatorKind[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  return useQuery(indicatorQuery(server, clientId, device)).data?.indicators ?? [];
}

/** What is computed of a device's samples while they come. */
export function IndicatorFigures(props: { device: LiveDevice; kinds: readonly IndicatorKind[] }): ReactNode {
  const told = useToldIndicators(props.device.number);
  return props.kinds.map((kind) => (
    <IndicatorFigure
      key={kind.name}
      kind={kind}
      who={athleteNames(props.device.users) || props.device.name}
      told={told}
    />
  ));
}

interface Told {
  readonly current: Indicators['indicators'];
}

/** What a device told last, by the names of its indicators. */
export function useToldIndicators(number: number): Told {
  const told = useRef<Indicators['indicators']>({});
  useRoom('indicators', number, ({ indicators }) => {
    told.current = indicators;
  });
  return told;
}

/** How an indicator is said now, in which unit, and the target that is set for it. */
export function useIndicatorFigure(kind: IndicatorKind, told: Told) {
  const language = useAppearance((appearance) => appearance.language);
  const { name, unit: measured, precision, title } = kind;
  const sayings = useLiveSayings();
  const { say, unit, decimals } = useMemo(
    () => sayings({ name, unit: measured, precision, description: title }),
    [sayings, name, measured, precision, title],
  );
  const target = useTargets()[targetKey(name, unit)];
  const isPace = say?.isPace === true;
  const read = useCallback(() => {
    const value = told.current[name]?.value;
    return value == null || say === undefined ? value : say.of(value);
  }, [told, name, say]);
  const text = (): string => {
    const value = read();
    if (kind.type === 'chrono') return value == null ? '–' : formatChrono(value, precision);
    return formatFigure(value, decimals, language, isPace);
  };
  return { text, read, unit, decimals, isPace, target, title: title[language] };
}

function IndicatorFigure({ kind, who, told }: { kind: IndicatorKind; who: string; told: Told }): ReactNode {
  const { text, read, unit, decimals, isPace, target, title } = useIndicatorFigure(kind, told);
  return (
    <div className={styles.figure}>
      <span className={styles.labelRow}>
        <span className={styles.label} title={title}>
          {title}
        </span>
        {target !== undefined && <TargetMark {...{ target, read, decimals, isPace, who }} what={title} />}
      </span>
      <span className={styles.value}>
        <LiveText text={text} everyMilliseconds={printEvery} />
        {kind.type === 'number' && <small className={styles.unit}>{unit}</small>}
      </span>
    </div>
  );
}
