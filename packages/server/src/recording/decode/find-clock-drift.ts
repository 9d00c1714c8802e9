import type { ClockDrift } from '@sillage/contract';
import { estimateDrift } from '@sillage/signal';
import type { Arrival } from '../journal/index.ts';

interface Noted {
  /** s after the start of the record, device clock. */
  readonly seconds: number;
  /** By how much the server's clock says more. */
  readonly delaySeconds: number;
  readonly segment: number;
}

/** Held of a record; of more, the sooner one of two that follow one another stays. */
const mostNoted = 8192;

/** Sees how fast a device's clock runs by the server's, from when blocks were there. */
export class DriftWatch {
  #noted: Noted[] = [];
  #count = 0;
  #segment = 0;
  #run: number | undefined;
  #originUs: number | undefined;

  /** In the order of the journal. */
  take({ deviceUs, serverUs, run }: Arrival, startUs: number): void {
    if (this.#run !== undefined && run !== this.#run) this.leapt();
    this.#run = run;
    this.#originUs ??= serverUs - deviceUs;
    this.#count++;
    const delaySeconds = (serverUs - deviceUs - this.#originUs) / 1e6;
    this.#noted.push({ seconds: (deviceUs - startUs) / 1e6, delaySeconds, segment: this.#segment });
    if (this.#noted.length >= mostNoted) this.#noted = thinned(this.#noted);
  }

  /** The device's clock may have jumped: what comes next is compared with nothing before. */
  leapt(): void {
    this.#segment++;
  }

  drift(): ClockDrift | null {
    const found = estimateDrift(this.#noted);
    if (found === undefined) return null;
    const { ppm, uncertaintyPpm, seconds } = found;
    return { ppm: rounded(ppm), uncertainty_ppm: rounded(uncertaintyPpm), seconds, arrivals: this.#count };
  }
}

const rounded = (ppm: number) => Math.round(ppm * 1000) / 1000;

function thinned(noted: readonly Noted[]): Noted[] {
  return noted.filter((one, i) => {
    const other = noted[i ^ 1];
    if (other === undefined || other.segment !== one.segment) return true;
    return one.delaySeconds < other.delaySeconds || (one.delaySeconds === other.delaySeconds && i % 2 === 0);
  });
}
