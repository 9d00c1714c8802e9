import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { writeMcapFile } from '@sillage/formats';
import { presentRecords, startOf } from '../records/index.ts';
import type { ExportDependencies, ExportSource } from './export-source.ts';

/** A record as MCAP, made as it is read: a channel a module, with what is known of the record as metadata. */
export async function mcapFile({ database }: ExportDependencies, part: ExportSource): Promise<Readable> {
  const { viewer, record, modules, selections } = part;
  const [about] = await presentRecords(database.db, viewer, [record]);
  const known = {
    id: record.id,
    date: record.startedAt.toISOString(),
    timezone: record.timezone,
    duration_s: record.durationSeconds,
    athletes: (about?.users ?? []).map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', '),
    sport: about?.sport_name,
    exercise: record.exerciseName,
    group: about?.group_name,
    device: about?.device_name,
    file: record.basename,
    comment: record.comment,
  };
  const chosen = selections.map((row) => {
    const { num, t0, t1, exercise, comment } = row;
    return { name: `selection.${num}`, texts: textsOf({ num, t0_s: t0, t1_s: t1, exercise, comment }) };
  });
  const units = Object.fromEntries(
    modules.flatMap(({ name, columns }) => columns.map(({ name: column, unit }) => [`${name}.${column}`, unit])),
  );
  const metadata = [{ name: 'record', texts: textsOf(known) }, ...chosen, { name: 'units', texts: units }];
  const sources = modules.map(({ name, type, rateHz, columns, samples }) => ({
    name,
    type,
    rateHz,
    columns,
    // Merged by time: all of them are open until the end.
    chunks: samples(modules.length),
  }));
  const bytes = writeMcapFile({ startUs: startOf(record), metadata }, sources, (chunk) => zstdCompressSync(chunk));
  return Readable.from(bytes, { objectMode: false });
}

function textsOf(known: Readonly<Record<string, string | number | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, String(value ?? '')]));
}
