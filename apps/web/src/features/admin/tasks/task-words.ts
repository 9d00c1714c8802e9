import {
  mdiAlertCircleOutline,
  mdiArchiveOutline,
  mdiCheckCircleOutline,
  mdiClockOutline,
  mdiProgressAlert,
  mdiProgressClock,
} from '@mdi/js';
import { type Task, taskStates } from '@sillage/contract';

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

/** `04:12`, `1:02:41`; a dash before it began. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? minutes : `${Math.floor(whole / 3600)}:${minutes}`;
}

/** What a task is about, as far as its arguments say: its records, the file it works on. */
export function taskObject(
  { args, rec_ids }: Pick<Task, 'args' | 'rec_ids'>,
  words: { one(id: number): string; many(count: number): string },
): string {
  const [id] = rec_ids;
  if (id !== undefined) return rec_ids.length === 1 ? words.one(id) : words.many(rec_ids.length);
  const filename: unknown = Reflect.get(Object(args), 'filename');
  return typeof filename === 'string' ? filename : '';
}
