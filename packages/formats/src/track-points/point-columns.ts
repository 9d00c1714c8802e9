import type { RecordingColumn } from '../recording.ts';

/** Numbers of a row after its time: those that every file may have, then those that this one has besides. */
const known = [
  ['latitude', '°', 'Latitude', 'Latitude'],
  ['longitude', '°', 'Longitude', 'Longitude'],
  ['altitude', 'm', 'Altitude', 'Altitude'],
  ['speed', 'm/s', 'Vitesse', 'Speed'],
  ['distance', 'm', 'Distance', 'Distance'],
  ['power', 'W', 'Puissance', 'Power'],
  ['cadence', 'rpm', 'Cadence', 'Cadence'],
  ['heart_rate', 'bpm', 'Fréquence cardiaque', 'Heart rate'],
  ['temperature', '°C', 'Température', 'Temperature'],
  ['course', '°', 'Cap', 'Course'],
] as const;
export type PointValue = (typeof known)[number][0];

/** Other numbers of points that are kept. */
const maxOthers = 16;
/** Of a row: known ones, others, and the part of the track that it is of. */
export const pointWidth = known.length + maxOthers + 1;
export const partPlace = pointWidth - 1;

export const placeOf: Readonly<Record<PointValue, number>> = {
  latitude: 0,
  longitude: 1,
  altitude: 2,
  speed: 3,
  distance: 4,
  power: 5,
  cadence: 6,
  heart_rate: 7,
  temperature: 8,
  course: 9,
};

/** Which columns the points of a file have. */
export class PointColumns {
  readonly #numbers = new Float64Array(pointWidth);
  readonly #others = new Map<string, number>();

  /** The place of another number of a point; undefined beyond what is kept. */
  other(name: string): number | undefined {
    const place = this.#others.get(name);
    if (place !== undefined || this.#others.size === maxOthers) return place;
    const next = known.length + this.#others.size;
    this.#others.set(name, next);
    return next;
  }

  count(row: Float64Array): void {
    for (let i = 0; i < partPlace; i++) if (!Number.isNaN(row[i]!)) this.#numbers[i]!++;
  }

  has(value: PointValue): boolean {
    return this.#numbers[placeOf[value]]! > 0;
  }

  /** Columns with a number, and their places in a row; `derived` are computed of the positions. */
  kept(derived: ReadonlySet<PointValue>, nameOf: (name: string) => string) {
    const columns: RecordingColumn[] = [];
    const from: number[] = [];
    for (const [i, [name, unit, fr, en]] of known.entries()) {
      const isDerived = derived.has(name);
      if (this.#numbers[i] === 0 && !isDerived) continue;
      const description = isDerived
        ? { fr: `${fr}, calculée des positions`, en: `${en}, computed of positions` }
        : { fr, en };
      columns.push({ name: nameOf(name), unit, description, type: 'f64' });
      from.push(i);
    }
    for (const [name, place] of this.#others) {
      if (this.#numbers[place] === 0) continue;
      columns.push({ name: nameOf(name), unit: '', description: { fr: name, en: name }, type: 'f64' });
      from.push(place);
    }
    return { columns, from };
  }
}
