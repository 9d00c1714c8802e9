import { type Language, limits, type Record } from '@sillage/contract';
import { deviceDisplayName, recordTitle } from '@sillage/domain';
import { z } from 'zod';

type Dated = Pick<Record, 'timestamp' | 'timezone'>;

function format(record: Dated, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...options,
    timeZone: record.timezone,
  }).format(record.timestamp);
}

/** English puts a comma after the weekday of some forms only. */
function withoutComma(day: string): string {
  return day.replace(/,(?= \d)/, '');
}

/** `sam. 16 mai`; of another year `16 mai 2025`: which weekday it was helps nobody then. */
export function dayOf(record: Dated, language: Language, now: Date): string {
  const year = format(record, language, { year: 'numeric' });
  const parts = { day: 'numeric', month: 'short' } as const;
  const thisYear = year === String(now.getFullYear());
  return withoutComma(
    format(record, language, { ...parts, ...(thisYear ? { weekday: 'short' } : { year: 'numeric' }) }),
  );
}

/** `09:12`, in the record's own time zone. */
export function timeOf(record: Dated, language: Language): string {
  return format(record, language, { hour: '2-digit', minute: '2-digit' });
}

/** `sam. 16 mai 2026, 09:12`. */
export function dateOf(record: Dated, language: Language): string {
  const day = format(record, language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${withoutComma(day)}, ${timeOf(record, language)}`;
}

const RawOrigin = z.object({ raw_origin: z.object({ device_number: z.int().nonnegative() }) });

/** The device that an imported raw file names; undefined for other records. */
export function originOf(record: Pick<Record, 'other_data'>): string | undefined {
  const { data } = RawOrigin.safeParse(record.other_data);
  return data && deviceDisplayName(data.raw_origin.device_number);
}

const MissingBlocks = z.object({ missing_blocks: z.number() });

/** Its device may have some of it that never came: blocks are missing, or nobody has heard how many there are. */
export function mayLackBlocks(
  record: Pick<Record, 'device_record_id' | 'device_id' | 'decode_state' | 'other_data'>,
): boolean {
  const isStreamed = record.device_id !== null && record.device_record_id !== null;
  const isEnded = record.decode_state === 'done' || record.decode_state === 'error';
  return isStreamed && isEnded && MissingBlocks.safeParse(record.other_data).data?.missing_blocks !== 0;
}

/** It has records, and no samples of its own. */
export function isSession(record: Pick<Record, 'record_type' | 'visualisable' | 'decode_state'>): boolean {
  return record.record_type === 'seance' && record.decode_state === 'done' && !record.visualisable;
}

/** It has a file to leave as: of samples, of its records, or the film itself. */
export function canBeDownloaded(
  record: Pick<Record, 'record_type' | 'visualisable' | 'decode_state' | 'video'>,
): boolean {
  return record.visualisable || record.video !== null || isSession(record);
}

/** Nothing to read, and no fault: it was stopped before the first sample. */
export function isTooShort(record: Pick<Record, 'decode_state' | 'visualisable' | 'duration'>): boolean {
  return record.decode_state === 'done' && !record.visualisable && record.duration < limits.tooShortSeconds;
}

/** What it comes from, which tells records of one moment apart: its device, else its file or the name that it was given. */
export function sourceOf(record: Pick<Record, 'device_name' | 'basename'>): string {
  return record.device_name ?? record.basename;
}

/** The athletes' names, else what it comes from, then the date. */
export function titleOf(
  record: Dated & Pick<Record, 'users' | 'device_name' | 'basename'>,
  language: Language,
): string {
  return recordTitle({ date: dateOf(record, language), users: record.users, source: sourceOf(record) });
}
