import { api, type IndicatorKind, type Indicators } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
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

/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;

/** The indicators that a device tells by its sport, in their order; empty while they are not known. */
export function useIndicatorKinds({ number, is_connected, realtime_data_keys }: LiveDevice): readonly IndicatorKind[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['deviceIndicators', clientId, number, realtime_data_keys.length],
    queryFn: ({ signal }) =>
      server.call(api.readDeviceIndicators, { params: { clientId, deviceNumber: number }, signal }),
    enabled: is_connected,
    // Without them the card shows what the device measures.
    retry: false,
    meta: { quiet: true },
  });
  return data?.indicators ?? [];
}

/** What is computed of a device's samples while they come. */
export function IndicatorFigures(props: { device: LiveDevice; kinds: readonly IndicatorKind[] }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const told = useRef<Indicators['indicators']>({});
  useRoom('indicators', props.device.number, ({ indicators }) => {
    told.current = indicators;
  });
  return props.kinds.map((kind) => (
    <div key={kind.name} className={styles.figure}>
      <span className={styles.label} title={kind.title[language]}>
        {kind.title[language]}
      </span>
      <Figure kind={kind} read={() => told.current[kind.name]?.value} />
    </div>
  ));
}

function Figure({ kind, read }: { kind: IndicatorKind; read(): number | null | undefined }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { name, unit: measured, precision, title } = kind;
  const { say, unit, decimals } = useLiveSayings()({ name, unit: measured, precision, description: title });
  const text = (): string => {
    const value = read();
    if (kind.type === 'chrono') return value == null ? '–' : formatChrono(value, precision);
    const figure = value == null || say === undefined ? value : say.of(value);
    return formatFigure(figure, decimals, language, say?.isPace === true);
  };
  return (
    <span className={styles.value}>
      <LiveText text={text} everyMilliseconds={printEvery} />
      {kind.type === 'number' && <small className={styles.unit}>{unit}</small>}
    </span>
  );
}
