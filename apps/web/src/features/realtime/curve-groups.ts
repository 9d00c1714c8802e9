import type { Language, RealtimeDataKey } from '@sillage/contract';
import { athleteNames, lookRank, measuredSide } from '@sillage/domain';
import { type CurveLine, curveLines } from '../../charts/chart-options.ts';
import { type CurveColours, freeColours, strokeOf, strokeOn } from '../../charts/colours.ts';
import type { LiveDevice } from '../../live/merge-device.ts';

/** Curves drawn at once at most: as many as there are colours. */
export const maxCurves = 20;

/** One curve: a variable of a device. */
export interface LiveLine {
  readonly device: LiveDevice;
  readonly variable: RealtimeDataKey;
  readonly name: string;
  readonly stroke: string;
  readonly line: CurveLine;
}

/** One live graph: lines that are said in one unit. */
export interface CurveGroup {
  readonly id: string;
  readonly title: string;
  /** Beside the title, where all lines are one quantity. */
  readonly unit: string | undefined;
  readonly lines: readonly LiveLine[];
  /** Graphs with the same one can have the same value axis. */
  readonly scale: string;
}

export function curveId(deviceNumber: number, name: string): string {
  return `${deviceNumber}:${name}`;
}

export function isChosen(chosen: ReadonlySet<string>, deviceNumber: number, name: string): boolean {
  return chosen.has(curveId(deviceNumber, name));
}

interface Grouping {
  readonly unitOf: (key: RealtimeDataKey) => string;
  readonly language: Language;
  readonly colours: CurveColours;
}

/** Whose a device's curves are. */
export function nameOfDevice(device: LiveDevice): string {
  return athleteNames(device.users) || device.name;
}

/** What a variable measures, whichever device does. */
export function quantityIdOf({ description, unit }: Pick<RealtimeDataKey, 'description' | 'unit'>): string {
  return `${description.fr} ${unit}`;
}

/** A graph a device, module and unit, of the chosen variables, in the order of devices and of their variables: colour is the quantity. */
export function groupByAthlete(
  devices: readonly LiveDevice[],
  chosen: ReadonlySet<string>,
  { unitOf, language, colours }: Grouping,
): CurveGroup[] {
  return devices.flatMap((device) => {
    const all = device.realtime_data_keys.map((key) => key.name);
    const keys = device.realtime_data_keys.filter((key) => isChosen(chosen, device.number, key.name));
    const byAxis = Map.groupBy(keys, (key) => `${device.number}:${moduleOf(key.name)}:${unitOf(key)}`);
    return [...byAxis].map(([id, variables]): CurveGroup => {
      const lines = variables.map(
        (variable, index): LiveLine => ({
          device,
          variable,
          name: variable.description[language],
          stroke: strokeOf(variable.name, all, colours),
          line: index % 2 === 1 ? 'dashed' : 'solid',
        }),
      );
      const scale = variables.map(quantityIdOf).sort().join();
      return { id, title: nameOfDevice(device), unit: undefined, lines, scale };
    });
  });
}

/** A graph a quantity, over the chosen devices: colour and dash are the athlete, the same in each graph. */
export function groupByQuantity(
  devices: readonly LiveDevice[],
  chosen: { readonly quantities: ReadonlySet<string>; readonly devices: ReadonlySet<number> },
  { unitOf, language, colours }: Grouping,
): CurveGroup[] {
  const looks = looksOfDevices(devices, colours);
  const shown = devices.filter(({ number }) => chosen.devices.has(number));
  let drawn = 0;
  return quantitiesOf(devices).flatMap(({ id, variable: one }): CurveGroup[] => {
    if (!chosen.quantities.has(id)) return [];
    const lines = shown.flatMap((device): LiveLine[] => {
      const variable = device.realtime_data_keys.find((key) => quantityIdOf(key) === id);
      const look = looks.get(device.number);
      if (variable === undefined || look === undefined) return [];
      return [{ device, variable, name: nameOfDevice(device), ...look }];
    });
    drawn += lines.length;
    if (lines.length === 0 || drawn > maxCurves) return [];
    return [{ id, title: one.description[language], unit: unitOf(one), lines, scale: id }];
  });
}

/** How many of these devices measure a quantity. */
export function countMeasuring(devices: readonly LiveDevice[], id: string): number {
  return devices.filter((device) => device.realtime_data_keys.some((key) => quantityIdOf(key) === id)).length;
}

/** Each device's own colour and dash: never the red and green of left and right. */
export function looksOfDevices(
  devices: readonly Pick<LiveDevice, 'number'>[],
  { plot, ink }: CurveColours,
): ReadonlyMap<number, Pick<LiveLine, 'stroke' | 'line'>> {
  return new Map(
    devices.map(({ number }, index) => [
      number,
      {
        stroke: strokeOn(freeColours[index % freeColours.length] ?? ink, plot, ink),
        line: curveLines[index % curveLines.length] ?? 'solid',
      },
    ]),
  );
}

export interface Quantity {
  readonly id: string;
  /** One of those that measure it. */
  readonly variable: RealtimeDataKey;
}

/** What these devices measure, the most telling first. Left and right of one thing are two. */
export function quantitiesOf(devices: readonly LiveDevice[]): Quantity[] {
  const byId = new Map<string, RealtimeDataKey>();
  for (const key of devices.flatMap((device) => device.realtime_data_keys)) {
    if (!byId.has(quantityIdOf(key))) byId.set(quantityIdOf(key), key);
  }
  const rank = ({ name }: RealtimeDataKey) => lookRank('live', name) + (measuredSide(name, new Set([name])) ? 0.5 : 0);
  return [...byId].map(([id, variable]) => ({ id, variable })).sort((a, b) => rank(a.variable) - rank(b.variable));
}

function moduleOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
