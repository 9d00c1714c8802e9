import type { ByteSource } from '../byte-source.ts';
import { DatesSeen } from '../rows/believe-dates.ts';
import { numberOf, RecordColumns } from './record-columns.ts';
import { FitMessages } from './walk-messages.ts';

/** Numbers of the messages in the profile. */
export const fitMessage = { sport: 12, session: 18, lap: 19, record: 20, fieldDescription: 206 } as const;
/** Smaller times are counted from when the device was switched on. */
export const firstDateSeconds = 0x1000_0000;
const maxSteps = 10_000;
export const maxLaps = 1000;

/** Numbers of sports in the profile that are one of ours, by its name. */
const sports: ReadonlyMap<number, string> = new Map([
  [1, 'running'],
  [2, 'cycling'],
  [5, 'swimming'],
  [7, 'soccer'],
  [8, 'tennis'],
  [12, 'cross_country_skiing'],
  [13, 'alpine_skiing'],
  [15, 'rowing'],
  [19, 'paddling'],
  [25, 'golf'],
  [32, 'sailing'],
  [37, 'stand_up_paddleboarding'],
  [41, 'kayaking'],
]);

interface Lap {
  /** s since 1989-12-31. */
  readonly from: number;
  readonly seconds: number;
}

/** What one pass over a FIT file tells. */
export interface LearntFit {
  readonly columns: RecordColumns;
  readonly rows: number;
  /** s since 1989-12-31 of the first record, and between which dates records are believed. */
  readonly believed: ReturnType<DatesSeen['believed']>;
  /** Nominal. */
  readonly rateHz: number;
  readonly laps: readonly Lap[];
  readonly moreLaps: boolean;
  /** Undefined when the file says none, or several. */
  readonly sport: string | undefined;
  readonly messages: Pick<FitMessages, 'damagedAt' | 'cut'>;
}

/** Goes over a FIT file once: what its records hold, and what it says besides them. */
export function learnFit(source: ByteSource): LearntFit {
  const messages = new FitMessages(source);
  const columns = new RecordColumns();
  const dates = new DatesSeen();
  const named = new Set<number>();
  // Two at most: of several none counts.
  const nameSport = (sport: number) => {
    if (!Number.isNaN(sport) && named.size < 2) named.add(sport);
  };
  const laps: Lap[] = [];
  const steps: number[] = [];
  let [rows, last, moreLaps] = [0, Number.NaN, false];
  while (messages.next()) {
    switch (messages.message) {
      case fitMessage.record: {
        if (messages.timestamp === undefined || !columns.read(messages)) break;
        rows++;
        dates.add(messages.timestamp);
        const step = messages.timestamp - last;
        if (step > 0 && steps.length < maxSteps) steps.push(step);
        last = messages.timestamp;
        break;
      }
      case fitMessage.lap: {
        const lap = readLap(messages);
        if (laps.length === maxLaps) moreLaps = true;
        else if (lap) laps.push(lap);
        break;
      }
      case fitMessage.session:
        nameSport(numberOf(messages, 5));
        break;
      case fitMessage.sport:
        nameSport(numberOf(messages, 0));
        break;
      case fitMessage.fieldDescription:
        columns.describe(messages);
        break;
    }
  }
  const [only] = named;
  const sport = named.size === 1 && only !== undefined ? sports.get(only) : undefined;
  const rateHz = Number((1 / (Float64Array.from(steps).sort()[steps.length >> 1] ?? 1)).toPrecision(6));
  return { columns, rows, believed: dates.believed(), rateHz, laps, moreLaps, sport, messages };
}

function readLap(messages: FitMessages): Lap | undefined {
  const [from, lasted] = [numberOf(messages, 2), numberOf(messages, 7) / 1000];
  const seconds = Number.isNaN(lasted) ? (messages.timestamp ?? Number.NaN) - from : lasted;
  return seconds > 0 ? { from, seconds } : undefined;
}
