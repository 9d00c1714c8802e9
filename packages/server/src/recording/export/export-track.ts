import { Readable } from 'node:stream';
import { type Refusal, refuse, type Translated } from '@sillage/contract';
import {
  canBeWritten,
  findTrackVariables,
  fitSportOf,
  type TrackFormat,
  type TrackVariables,
  trackChannels,
} from '@sillage/domain';
import {
  type ChannelSource,
  gatherPoints,
  type ModuleSource,
  type TrackAbout,
  type TrackPoint,
  WayOf,
  writeFitFile,
  writeGpxFile,
  writeNolioFile,
  writeTcxFile,
} from '@sillage/formats';
import { shareLoop } from '../../platform/clock/index.ts';
import { presentRecords, startOf } from '../records/index.ts';
import type { ExportDependencies, ExportSource } from './export-source.ts';

/** s of a record at most: points of FIT are gathered in memory. */
const mostSeconds = 100 * 3600;

const needs: { readonly [Format in TrackFormat]: Translated } = {
  gpx: { fr: 'une position', en: 'a position' },
  tcx: anyChannel(),
  fit: anyChannel(),
  nolio: anyChannel(),
};

function anyChannel(): Translated {
  return {
    fr: 'une position, une vitesse, une fréquence cardiaque, une cadence ou une puissance',
    en: 'a position, a speed, a heart rate, a cadence or a power',
  };
}

/** Why a record cannot be written as a track. */
export function refuseTrack(type: TrackFormat, { record, windowSeconds }: ExportSource): Refusal | undefined {
  if (!canBeWritten(type, record.availableData)) {
    return refuse('export.notHeld', { name: record.basename, type: type.toUpperCase(), needs: needs[type] });
  }
  const maximum = `${mostSeconds / 3600} h`;
  return windowSeconds > mostSeconds ? refuse('export.tooLong', { type: type.toUpperCase(), maximum }) : undefined;
}

/** One point a second, made as it is read; TCX begins with the way that was gone, for which it is read twice. */
export async function trackFile(
  { database }: ExportDependencies,
  part: ExportSource,
  type: TrackFormat,
): Promise<Readable> {
  const [about] = await presentRecords(database.db, part.viewer, [part.record]);
  const athletes = (about?.users ?? []).map(({ firstname, lastname }) => `${firstname} ${lastname}`);
  const name = [part.record.exerciseName, ...athletes].filter(Boolean).join(', ') || part.record.basename;
  const startUnixSeconds = Math.round(startOf(part.record) / 1e6 + Math.max(0, part.fromSeconds));
  const track: TrackAbout = { name, sport: fitSportOf(about?.sport_name ?? '') ?? 'generic', startUnixSeconds };
  const found = findTrackVariables(part.record.availableData);
  return Readable.from(gathered(bytesOf(type, track, found, part)), { objectMode: false });
}

async function* bytesOf(
  type: TrackFormat,
  track: TrackAbout,
  found: TrackVariables,
  part: ExportSource,
): AsyncGenerator<Uint8Array> {
  switch (type) {
    case 'gpx':
      yield* writeGpxFile(track, pointsOf(part, found));
      return;
    case 'fit':
      yield* writeFitFile(track, pointsOf(part, found));
      return;
    case 'nolio':
      yield* writeNolioFile(track, new Set(trackChannels.filter((channel) => found[channel])), pointsOf(part, found));
      return;
    case 'tcx':
      yield* writeTcxFile(
        track,
        { seconds: part.windowSeconds, metres: await metresOf(pointsOf(part, found)) },
        pointsOf(part, found),
      );
  }
}

async function metresOf(points: AsyncIterable<TrackPoint>): Promise<number> {
  const way = new WayOf();
  for await (const point of points) way.add(point);
  return way.metres;
}

function pointsOf({ record, modules }: ExportSource, found: TrackVariables): AsyncGenerator<TrackPoint> {
  const channels: ChannelSource[] = [];
  const sources: ModuleSource[] = [];
  for (const module of modules) {
    const own = trackChannels.flatMap((channel): ChannelSource[] => {
      const { variable, factor = 1 } = found[channel] ?? {};
      const column = module.columns.findIndex(({ name }) => `${module.name}.${name}` === variable);
      return column < 0 ? [] : [{ channel, module: sources.length, column, factor }];
    });
    if (own.length === 0) continue;
    channels.push(...own);
    const { name, type, rateHz, columns } = module;
    sources.push({ name, type, rateHz, columns, chunks: module.samples(modules.length) });
  }
  return inTurns(gatherPoints(startOf(record), channels, sources));
}

/** Handed on at once: a point takes 200 bytes of GPX. */
const pieceBytes = 65_536;

async function* gathered(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const one of bytes) {
    held.push(one);
    size += one.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Points that are written in 2 ms of FIT. */
const pointsATurn = 50;

/** Lets everybody else be served while points are written. */
async function* inTurns(points: AsyncIterable<TrackPoint>): AsyncGenerator<TrackPoint> {
  const pause = shareLoop();
  let count = 0;
  for await (const point of points) {
    if (count++ % pointsATurn === 0) await pause();
    yield point;
  }
}
