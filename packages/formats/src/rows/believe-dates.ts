const daySeconds = 86_400;
/** A recording is no longer: what is farther from where most of it lies is damage. */
const farthestDays = 31;
const maxDays = 10_000;

/** Dates of a file's samples: those far from where most of them are come from damage. */
export class DatesSeen {
  readonly #days = new Map<number, { rows: number; first: number }>();

  /** @param seconds since whenever the file counts from */
  add(seconds: number): void {
    const day = Math.floor(seconds / daySeconds);
    const known = this.#days.get(day);
    if (known) {
      known.rows++;
      known.first = Math.min(known.first, seconds);
    } else if (this.#days.size < maxDays) this.#days.set(day, { rows: 1, first: seconds });
  }

  /** Around the day with the most samples, in s; the first sample there is the zero. */
  believed(): { readonly from: number; readonly to: number; readonly zero: number } {
    let best: { day: number; rows: number } | undefined;
    for (const [day, { rows }] of this.#days) if (!best || rows > best.rows) best = { day, rows };
    const [from, to] = [(best?.day ?? 0) - farthestDays, (best?.day ?? 0) + farthestDays];
    let zero = Number.POSITIVE_INFINITY;
    for (const [day, { first }] of this.#days) if (day >= from && day <= to) zero = Math.min(zero, first);
    return { from: from * daySeconds, to: (to + 1) * daySeconds, zero };
  }
}
