/** Second-order sections, one after the other: b0 b1 b2 a1 a2 of each. */
export type Sections = readonly (readonly [b0: number, b1: number, b2: number, a1: number, a2: number])[];

export interface FilterDesign {
  readonly sections: Sections;
  /** Samples that are added at either end, mirrored through the first and the last one. */
  readonly padding: number;
}

/** Angles of the poles above the real axis; the real one of an odd order apart. */
const angles = (order: number) =>
  Array.from({ length: Math.floor(order / 2) }, (_, k) => (Math.PI * (2 * k + 1)) / (2 * order));

/** Butterworth low-pass by the bilinear transformation, −3 dB at the cut-off each way. */
export function designLowpass(hertz: number, rateHz: number, order: number): FilterDesign {
  return designOneSided(hertz, rateHz, order, (c) => ({ second: [c * c, 2 * c * c, c * c], first: [c, c] }));
}

export function designHighpass(hertz: number, rateHz: number, order: number): FilterDesign {
  return designOneSided(hertz, rateHz, order, () => ({ second: [1, -2, 1], first: [1, -1] }));
}

function designOneSided(
  hertz: number,
  rateHz: number,
  order: number,
  numerators: (c: number) => {
    readonly second: readonly [number, number, number];
    readonly first: readonly [number, number];
  },
): FilterDesign {
  const c = Math.tan((Math.PI * hertz) / rateHz);
  const { second, first } = numerators(c);
  const pairs: Sections = angles(order).map((angle) => {
    const k = 2 * Math.sin(angle) * c;
    const d = 1 + k + c * c;
    return [second[0] / d, second[1] / d, second[2] / d, (2 * (c * c - 1)) / d, (1 - k + c * c) / d];
  });
  const odd: Sections = order % 2 === 0 ? [] : [[first[0] / (1 + c), first[1] / (1 + c), 0, (c - 1) / (1 + c), 0]];
  return { sections: [...pairs, ...odd], padding: 3 * (order + 1) };
}

/** Butterworth band-pass of twice the order: that many poles on either side of the band. */
export function designBandpass(lowHertz: number, highHertz: number, rateHz: number, order: number): FilterDesign {
  const low = Math.tan((Math.PI * lowHertz) / rateHz);
  const high = Math.tan((Math.PI * highHertz) / rateHz);
  const width = high - low;
  const middle = low * high;
  const section = (a: number, b: number): Sections[number] => {
    const d = 1 + a + b;
    return [width / d, 0, -width / d, (2 * b - 2) / d, (1 - a + b) / d];
  };
  const pairs = angles(order).flatMap((angle) =>
    splitPole(-Math.sin(angle) * width, Math.cos(angle) * width, middle).map(([re, im]) =>
      section(-2 * re, re * re + im * im),
    ),
  );
  const odd = order % 2 === 0 ? [] : [section(width, middle)];
  return { sections: [...pairs, ...odd], padding: 3 * (2 * order + 1) };
}

/** Both roots of s² − (re + i·im)·s + middle. */
function splitPole(re: number, im: number, middle: number): [number, number][] {
  const [squareRe, squareIm] = [re * re - im * im - 4 * middle, 2 * re * im];
  const size = Math.hypot(squareRe, squareIm);
  const rootRe = Math.sqrt((size + squareRe) / 2);
  const rootIm = Math.sqrt((size - squareRe) / 2) * (squareIm < 0 ? -1 : 1);
  return [
    [(re + rootRe) / 2, (im + rootIm) / 2],
    [(re - rootRe) / 2, (im - rootIm) / 2],
  ];
}

/** A filter on its way: what it has seen so far is its state. */
export class Cascade {
  readonly #sections: Sections;
  readonly #states: Float64Array;

  constructor(sections: Sections) {
    this.#sections = sections;
    this.#states = new Float64Array(2 * sections.length);
  }

  /** As if it had seen one value for ever. */
  settle(value: number): void {
    let x = value;
    this.#sections.forEach(([b0, b1, b2, a1, a2], i) => {
      const y = (x * (b0 + b1 + b2)) / (1 + a1 + a2);
      this.#states[2 * i] = y - b0 * x;
      this.#states[2 * i + 1] = b2 * x - a2 * y;
      x = y;
    });
  }

  /** Replaces values by what comes out. */
  run(values: Float64Array): void {
    this.#sections.forEach(([b0, b1, b2, a1, a2], i) => {
      let s1 = this.#states[2 * i]!;
      let s2 = this.#states[2 * i + 1]!;
      for (let n = 0; n < values.length; n++) {
        const x = values[n]!;
        const y = b0 * x + s1;
        s1 = b1 * x - a1 * y + s2;
        s2 = b2 * x - a2 * y;
        values[n] = y;
      }
      this.#states[2 * i] = s1;
      this.#states[2 * i + 1] = s2;
    });
  }
}
