import {
  mdiAlertCircleOutline,
  mdiArchiveOutline,
  mdiCheckCircleOutline,
  mdiClockOutline,
  mdiProgressAlert,
  mdiProgressClock,
} from '@mdi/js';
import { type Language, type Task, taskStates } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';

/** Glyph and tone of a state; the word comes from the server. */
export function taskLook({ executing_str, ask_cancel }: Pick<Task, 'executing_str' | 'ask_cancel'>): {
  readonly icon: string;
  readonly tone: 'off' | 'rec' | 'ok' | 'error' | 'warn';
} {
  switch (executing_str) {
    case 'Waiting':
    case 'Ask running':
      return { icon: mdiClockOutline, tone: 'off' };
    case 'Running':
      return ask_cancel ? { icon: mdiProgressAlert, tone: 'warn' } : { icon: mdiProgressClock, tone: 'rec' };
    case 'Done':
      return { icon: mdiCheckCircleOutline, tone: 'ok' };
    case 'Error':
      return { icon: mdiAlertCircleOutline, tone: 'error' };
    case 'Archived':
      return { icon: mdiArchiveOutline, tone: 'off' };
  }
}

/** The segments of the filter: which states each keeps; `all` leaves out what was put away. */
export const taskFilters = {
  all: [],
  running: ['Ask running', 'Running'],
  waiting: ['Waiting'],
  done: ['Done'],
  failed: ['Error'],
  archived: ['Archived'],
} as const satisfies Record<string, readonly (typeof taskStates)[number][]>;
export type TaskFilter = keyof typeof taskFilters;

/** The states of a segment as the list is asked for them. */
export function statesOf(filter: TaskFilter): number[] {
  return taskFilters[filter].map((name) => taskStates.indexOf(name));
}

/** `0,4 s`, `42 s`, `04:12`, `1:02:41`; a dash before it began. */
export function durationText(seconds: number | null, language: Language): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${formatNumber(seconds, seconds < 10 ? 1 : 0, language)}\u00a0s`;
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? minutes : `${Math.floor(whole / 3600)}:${minutes}`;
}

interface ObjectWords {
  one(id: number): string;
  many(count: number): string;
  date(record: NonNullable<Task['about_record']>): string;
}

/** What a task is about, as people know it: the athlete and when it was recorded, how many records, the file. */
export function taskObject(
  { args, rec_ids, about_record: about }: Pick<Task, 'args' | 'rec_ids' | 'about_record'>,
  words: ObjectWords,
): string {
  const [id] = rec_ids;
  if (rec_ids.length > 1) return words.many(rec_ids.length);
  if (about !== null) return `${about.athlete_name || about.source}, ${words.date(about)}`;
  if (id !== undefined) return words.one(id);
  const filename: unknown = Reflect.get(Object(args), 'filename');
  return typeof filename === 'string' ? filename : '';
}

/** Arguments as lines of name and value; `said` are the words of yes and no. */
export function argumentLines(args: unknown, said: { readonly yes: string; readonly no: string }): [string, string][] {
  if (typeof args !== 'object' || args === null) return [];
  return Object.entries(args).map(([name, value]) => [name, sayArgument(value, said)]);
}

function sayArgument(value: unknown, said: { readonly yes: string; readonly no: string }): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? said.yes : said.no;
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((one) => sayArgument(one, said)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
