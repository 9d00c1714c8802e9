import { useMemo, useState } from 'react';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { chooseVariables } from './choose-variables.ts';
import { countMeasuring, curveId, maxCurves, quantitiesOf } from './curve-groups.ts';

/** Graphs by what is measured, athletes over each other; or by athlete. */
export type CurvesBy = 'quantity' | 'athlete';

const useBy = create<{ readonly by: CurvesBy; readonly sameScale: boolean }>()(() => ({
  by: 'quantity',
  sameScale: true,
}));
resetWhenSignedOut(() => useBy.setState({ by: 'quantity', sameScale: true }));

export function useCurvesBy(): { readonly by: CurvesBy; readonly sameScale: boolean } {
  return useBy();
}

export function showCurvesBy(by: CurvesBy): void {
  useBy.setState({ by });
}

export function shareScale(sameScale: boolean): void {
  useBy.setState({ sameScale });
}

/** Devices, and variables of each, that are drawn before anybody has chosen. */
const firstDevices = 4;
const firstVariables = 2;

/** What to draw, both ways. */
export interface CurveChoice {
  /** Ids of curves, of graphs by athlete. */
  readonly curves: ReadonlySet<string>;
  readonly quantities: ReadonlySet<string>;
  readonly devices: ReadonlySet<number>;
  toggleCurve(id: string): void;
  toggleQuantity(id: string): void;
  toggleDevice(number: number): void;
}

/** The most telling of the first devices, until somebody chooses. */
export function useCurveChoice(devices: readonly LiveDevice[]): CurveChoice {
  const [curves, setCurves] = useState(() => firstCurves(devices));
  const [quantities, setQuantities] = useState(() => firstQuantities(devices));
  const [chosen, setDevices] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        devices
          .filter(({ is_connected }) => is_connected)
          .map(({ number }) => number)
          .slice(0, 8),
      ),
  );
  return useMemo(
    () => ({
      curves,
      quantities,
      devices: chosen,
      toggleCurve: (id) => setCurves((before) => toggled(before, id)),
      toggleQuantity: (id) => setQuantities((before) => toggled(before, id)),
      toggleDevice: (number) => setDevices((before) => toggled(before, number)),
    }),
    [curves, quantities, chosen],
  );
}

function toggled<T>(before: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(before);
  if (!next.delete(one) && next.size < maxCurves) next.add(one);
  return next;
}

function firstCurves(devices: readonly LiveDevice[]): ReadonlySet<string> {
  const connected = devices.filter((device) => device.is_connected).slice(0, firstDevices);
  return new Set(
    connected.flatMap((device) =>
      chooseVariables(device.realtime_data_keys, firstVariables).map((key) => curveId(device.number, key.name)),
    ),
  );
}

/** What the most devices measure, the most telling first. */
function firstQuantities(devices: readonly LiveDevice[]): ReadonlySet<string> {
  const connected = devices.filter((device) => device.is_connected);
  return new Set(
    quantitiesOf(connected)
      .map(({ id }) => ({ id, count: countMeasuring(connected, id) }))
      .sort((a, b) => b.count - a.count)
      .slice(0, firstDevices)
      .map(({ id }) => id),
  );
}
