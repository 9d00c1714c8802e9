import type { IndicatorKind, RealtimeDataKey } from '@sillage/contract';
import { measuredSide } from '@sillage/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRoom } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { chooseVariables } from './choose-variables.ts';
import { useIndicatorKinds } from './indicators.tsx';

/** What a card prints as figures: indicators first, variables where those are fewer than there is room for. */
export interface CardFigures {
  readonly kinds: readonly IndicatorKind[];
  readonly variables: readonly RealtimeDataKey[];
}

/** The figures of a card. The time of the record stands in its head already. */
export function chooseFigures(
  told: readonly IndicatorKind[],
  measured: readonly RealtimeDataKey[],
  count: number,
): CardFigures {
  const kinds = told.filter(({ name }) => name !== 'recordTime').slice(0, count);
  const units = new Set(kinds.map(({ unit }) => unit));
  const names = new Set(measured.map(({ name }) => name));
  // What an indicator says already is not said twice; each side of it is something else.
  const isSide = (name: string) => ['left', 'right'].includes(measuredSide(name, names) ?? '');
  const others = measured.filter(({ name, unit }) => !units.has(unit) || isSide(name));
  return { kinds, variables: chooseVariables(others, count - kinds.length) };
}

/** The figures of a device's card; asked for anew when the device tells others, since its sport was changed. */
export function useCardFigures(device: LiveDevice, count: number): CardFigures {
  const queries = useQueryClient();
  const kinds = useIndicatorKinds(device);
  const known = kinds.map(({ name }) => name).join();
  const asked = useRef('');
  useRoom('indicators', device.number, ({ indicators }) => {
    const told = Object.keys(indicators).join();
    if (told === known || told === asked.current) return;
    asked.current = told;
    void queries.invalidateQueries({ queryKey: ['deviceIndicators'] });
  });
  return chooseFigures(kinds, device.realtime_data_keys, count);
}
