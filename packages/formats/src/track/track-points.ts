/** What is known of one second; undefined = no value. */
export interface TrackPoint {
  /** Since 1970. */
  readonly unixSeconds: number;
  /** ° */
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  /** m */
  readonly altitude: number | undefined;
  /** m since the start, as measured. */
  readonly distance: number | undefined;
  /** m/s */
  readonly speed: number | undefined;
  /** 1/min */
  readonly heartRate: number | undefined;
  /** 1/min */
  readonly cadence: number | undefined;
  /** W */
  readonly power: number | undefined;
}

export interface TrackAbout {
  readonly name: string;
  readonly startUnixSeconds: number;
  /** A sport of FIT's profile; `generic` where none fits. */
  readonly sport: 'generic' | 'running' | 'cycling' | 'soccer' | 'tennis' | 'rowing' | 'golf' | 'kayaking';
}

/** s without a point after which a track begins anew. */
export const trackGapSeconds = 10;
/** Slower, a receiver that stands still only drifts. m/s */
const standing = 0.3;
/** m */
const earthRadius = 6_371_000;

/** Adds up the way: what was measured of it, else the great circle between positions, never across a gap. */
export class WayOf {
  /** m */
  metres = 0;
  #first: number | undefined;
  #last: TrackPoint | undefined;

  add(point: TrackPoint): void {
    if (point.distance !== undefined) {
      this.#first ??= point.distance;
      this.metres = Math.max(this.metres, point.distance - this.#first);
    } else if (this.#first === undefined && point.latitude !== undefined && point.longitude !== undefined) {
      const last = this.#last;
      if (last && point.unixSeconds - last.unixSeconds <= trackGapSeconds) {
        const way = haversine(last, point);
        const speed = point.speed ?? way / (point.unixSeconds - last.unixSeconds);
        if (speed > standing) this.metres += way;
      }
      this.#last = point;
    }
  }
}

function haversine(a: TrackPoint, b: TrackPoint): number {
  const radians = Math.PI / 180;
  const [lat1, lat2] = [(a.latitude ?? 0) * radians, (b.latitude ?? 0) * radians];
  const east = ((b.longitude ?? 0) - (a.longitude ?? 0)) * radians;
  const h = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A number as XML has it, without digits that nobody measured. */
export function xmlNumber(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

/** A text within XML. */
export function xmlText(text: string): string {
  const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no control characters but these three
  const plain = text.replace(/[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return plain.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign);
}

/** A whole number that a field of a file can hold. */
export function wholeWithin(value: number | undefined, most: number): number | undefined {
  const whole = value === undefined ? undefined : Math.round(value);
  return whole === undefined || whole < 0 || whole > most ? undefined : whole;
}

export function isoTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z');
}
