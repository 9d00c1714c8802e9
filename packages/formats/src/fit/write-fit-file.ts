import {
  type ActivityMesg,
  type Encodable,
  Encoder,
  type EventMesg,
  type FileIdMesg,
  type LapMesg,
  type Mesg,
  type RecordMesg,
  type SessionMesg,
} from '@garmin/fitsdk';
import { type TrackAbout, type TrackPoint, WayOf, wholeWithin } from '../track/track-points.ts';
import { checksumOf } from './check-sum.ts';

/** Numbers of messages in FIT's profile. */
const mesgNum = { fileId: 0, session: 18, lap: 19, record: 20, event: 21, activity: 34 } as const;

/** Of a circle in FIT's unit of angles. */
const semicirclesADegree = 2 ** 31 / 180;

/** Bytes before and behind the messages of a file. */
const [headerBytes, checksumBytes] = [14, 2];
/** Messages that are closed at once, in 1 ms. */
const messagesAPiece = 1000;

/** The messages of a file in short pieces, each made by an encoder of its own: closing one takes as long as all it has. */
class Pieces {
  readonly #closed: Uint8Array[] = [];
  #encoder = new Encoder();
  #messages = 0;
  #header: Uint8Array | undefined;
  #checksum = 0;

  write<M extends Mesg>(message: Encodable<M>): void {
    this.#encoder.writeMesg(message);
    this.#messages += 1;
    if (this.#messages >= messagesAPiece) this.#close();
  }

  #close(): void {
    const file = this.#encoder.close();
    const messages = file.subarray(headerBytes, -checksumBytes);
    this.#header ??= file.slice(0, headerBytes);
    this.#checksum = checksumOf(messages, this.#checksum);
    this.#closed.push(messages);
    this.#encoder = new Encoder();
    this.#messages = 0;
  }

  *file(): Generator<Uint8Array> {
    this.#close();
    const header = this.#header ?? new Uint8Array(headerBytes);
    const view = new DataView(header.buffer);
    view.setUint32(
      4,
      this.#closed.reduce((sum, { length }) => sum + length, 0),
      true,
    );
    view.setUint16(12, checksumOf(header.subarray(0, 12)), true);
    yield header;
    yield* this.#closed;
    // Of the header, which has its own checksum behind it, it is 0: the file's is that of its messages.
    yield Uint8Array.of(this.#checksum & 0xff, this.#checksum >> 8);
  }
}

/**
 * Writes points as an activity of FIT with one lap and one session. A FIT file begins with its length: it is made in memory,
 * of which an hour takes 100 kB, and handed on once the last point was read.
 */
export async function* writeFitFile(about: TrackAbout, points: AsyncIterable<TrackPoint>): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces();
  const write = <M extends Mesg>(message: Encodable<M>) => pieces.write(message);
  const way = new WayOf();
  write<FileIdMesg>({
    mesgNum: mesgNum.fileId,
    type: 'activity',
    manufacturer: 'development',
    product: 0,
    timeCreated: new Date(about.startUnixSeconds * 1000),
  });
  let startTime: Date | undefined;
  let timestamp: Date | undefined;
  for await (const point of points) {
    timestamp = new Date(point.unixSeconds * 1000);
    if (startTime === undefined) {
      startTime = timestamp;
      write<EventMesg>({ mesgNum: mesgNum.event, timestamp, event: 'timer', eventType: 'start' });
    }
    way.add(point);
    write<RecordMesg>({ mesgNum: mesgNum.record, timestamp, ...measured(point) });
  }
  if (startTime && timestamp) {
    const seconds = (timestamp.getTime() - startTime.getTime()) / 1000;
    const times = { timestamp, startTime, totalElapsedTime: seconds, totalTimerTime: seconds };
    const whole = { ...times, messageIndex: 0, totalDistance: way.metres };
    write<EventMesg>({ mesgNum: mesgNum.event, timestamp, event: 'timer', eventType: 'stopAll' });
    write<LapMesg>({ mesgNum: mesgNum.lap, ...whole, event: 'lap', eventType: 'stop' });
    write<SessionMesg>({ mesgNum: mesgNum.session, ...whole, sport: about.sport, firstLapIndex: 0, numLaps: 1 });
    const activity = { timestamp, totalTimerTime: seconds, numSessions: 1 };
    write<ActivityMesg>({ mesgNum: mesgNum.activity, ...activity, type: 'manual' });
  }
  yield* pieces.file();
}

/** What was measured and can be said: positions to 1 cm, altitudes to 0.2 m, ways to 1 cm, speeds to 1 mm/s, others whole. */
function measured(point: TrackPoint): RecordMesg {
  const { latitude, longitude } = point;
  const [heartRate, cadence] = [wholeWithin(point.heartRate, 254), wholeWithin(point.cadence, 254)];
  const power = wholeWithin(point.power, 65_534);
  const altitude = within(point.altitude, -500, 10_000);
  const distance = within(point.distance, 0, 40_000_000);
  const speed = within(point.speed, 0, 4_000_000);
  return {
    ...(latitude !== undefined && { positionLat: Math.round(latitude * semicirclesADegree) }),
    // 180° is one more than what 32 bits hold, and the same place as −180°.
    ...(longitude !== undefined && { positionLong: Math.round(longitude * semicirclesADegree) | 0 }),
    ...(altitude !== undefined && { enhancedAltitude: altitude }),
    ...(distance !== undefined && { distance }),
    ...(speed !== undefined && { enhancedSpeed: speed }),
    ...(heartRate !== undefined && { heartRate }),
    ...(cadence !== undefined && { cadence }),
    ...(power !== undefined && { power }),
  };
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined || value < least || value > most ? undefined : value;
}
