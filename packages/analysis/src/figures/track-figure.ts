import { axis, type Figure, type FigureSeries } from './figure.ts';

/** Of a sphere as large as the earth, m. */
export const earthRadius = 6_371_000;
/** Points that a drawing of a track keeps, and colours of its speed. */
const [mostPoints, classes] = [1200, 5];

interface Track {
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
}

/** A stretch of a track that has a colour and a name of its own. */
export interface NamedStretch {
  readonly name: Figure['name'];
  /** 0 … 1 */
  readonly shade: number;
  /** Whether a fix belongs to it. */
  has(index: number): boolean;
}

/** m east and north of the first fix, in equal scales; a track of this size is flat. Each stretch is a line of its colour. */
export function trackFigure({ latitudes, longitudes }: Track, stretches: readonly NamedStretch[]): Figure {
  const metresOf = (degrees: number) => (degrees * Math.PI * earthRadius) / 180;
  const [south, west] = [latitudes[0] ?? 0, longitudes[0] ?? 0];
  const shrink = Math.cos((south * Math.PI) / 180);
  const every = Math.max(1, Math.ceil(latitudes.length / mostPoints));
  const drawn = latitudes.map((_, i) => i).filter((i) => i % every === 0 || i === latitudes.length - 1);
  const east = drawn.map((i) => metresOf((longitudes[i] ?? Number.NaN) - west) * shrink);
  const north = drawn.map((i) => metresOf((latitudes[i] ?? Number.NaN) - south));
  return {
    ...{ id: 'track', name: { fr: 'Parcours', en: 'Track' }, isSquare: true },
    ...{ x: axis('Vers l’est', 'East', 'm'), y: axis('Vers le nord', 'North', 'm') },
    series: stretches.flatMap((stretch) => lineOf(stretch, drawn, east, north) ?? []),
  };
}

/** From the fix before each of its own to it, with a gap where the next one is not beside it. */
function lineOf(
  { name, shade, has }: NamedStretch,
  drawn: readonly number[],
  east: readonly number[],
  north: readonly number[],
): FigureSeries | undefined {
  const [x, y]: [number[], (number | null)[]] = [[], []];
  let last = -2;
  for (const [k, i] of drawn.entries()) {
    if (k === 0 || !has(i) || !Number.isFinite(east[k]! + north[k]! + east[k - 1]! + north[k - 1]!)) continue;
    if (last !== k - 1) {
      if (x.length > 0) {
        x.push(x.at(-1)!);
        y.push(null);
      }
      x.push(east[k - 1]!);
      y.push(north[k - 1]!);
    }
    x.push(east[k]!);
    y.push(north[k]!);
    last = k;
  }
  return x.length === 0 ? undefined : { kind: 'line', name, shade, x, y };
}

/** Stretches of a track by its speed, m/s, in steps between the slowest and the fastest twentieth. */
export function stretchesBySpeed(speeds: ArrayLike<number>): NamedStretch[] {
  const known = Array.from(speeds)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const [low, high] = [known[Math.floor(known.length / 20)], known[Math.ceil((known.length * 19) / 20) - 1]];
  if (low === undefined || high === undefined || !(high > low)) {
    return [{ name: { fr: 'Parcours', en: 'Track' }, shade: 1, has: () => true }];
  }
  const classOf = (speed: number) =>
    Math.min(classes - 1, Math.max(0, Math.floor(((speed - low) / (high - low)) * classes)));
  return Array.from({ length: classes }, (_, step) => {
    const [from, to] = [low + ((high - low) * step) / classes, low + ((high - low) * (step + 1)) / classes];
    const said = (point: '.' | ',') => {
      const [one, other] = [from, to].map((speed) => speed.toFixed(1).replace('.', point));
      return step === 0 ? `< ${other} m/s` : step === classes - 1 ? `≥ ${one} m/s` : `${one}–${other} m/s`;
    };
    return {
      name: { fr: said(','), en: said('.') },
      shade: step / (classes - 1),
      has: (i) => Number.isFinite(speeds[i]) && classOf(speeds[i]!) === step,
    };
  });
}

/** Laps that have a line of their own. */
const mostLaps = 12;

/** Laps of a track, the fastest in the strongest colour; the quickest ones where they are many. */
export function stretchesByLap(
  laps: readonly { readonly from: number; readonly to: number }[],
  times: ArrayLike<number>,
): NamedStretch[] {
  const ranked = laps
    .map((lap, i) => ({ ...lap, number: i + 1, seconds: lap.to - lap.from }))
    .sort((a, b) => a.seconds - b.seconds)
    .slice(0, mostLaps);
  return ranked
    .map(({ from, to, number, seconds }, rank) => {
      const said = (lap: string, point: '.' | ',') =>
        `${lap} ${number}\u00a0: ${seconds.toFixed(2).replace('.', point)} s`;
      return {
        name: { fr: said('Tour', ','), en: said('Lap', '.').replace('\u00a0:', ':') },
        shade: ranked.length < 2 ? 1 : 1 - rank / (ranked.length - 1),
        has: (i: number) => times[i]! >= from && times[i]! < to,
      };
    })
    .reverse();
}
