import { type api, LogLevel, type LogLine, type QueryOf } from '@sillage/contract';
import { z } from 'zod';
import { sayLine } from './say-line.ts';

const Line = z.looseObject({ level: z.number(), time: z.number().min(0).max(8.64e15), msg: z.string().default('') });

/** What the log library adds to each line and nobody looks for. */
const unshown = new Set(['level', 'time', 'msg', 'source', 'pid', 'hostname']);

const bare = { date: '', level: 'info', source: 'server', code: null, fields: {} } as const;

/** A line of the log; one that is not ours (of another program, or torn) is shown as it is. Nothing for an empty one. */
export function parseLine(text: string, offset: number): LogLine | undefined {
  if (text === '') return undefined;
  const parsed = Line.safeParse(fromJson(text));
  if (!parsed.success) return { ...bare, offset, message: text, text: { fr: text, en: text } };
  const { level, time, msg, source } = parsed.data;
  const fields = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !unshown.has(name)));
  const isQuoted = source === 'web';
  const said = isQuoted ? { code: null, text: { fr: msg, en: msg } } : sayLine(msg, fields);
  return {
    offset,
    date: new Date(time).toISOString(),
    level: levelOf(level),
    source: isQuoted ? 'web' : 'server',
    message: msg,
    ...said,
    fields,
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function levelOf(pinoLevel: number): LogLine['level'] {
  if (pinoLevel >= 50) return 'error';
  if (pinoLevel >= 40) return 'warning';
  return pinoLevel >= 30 ? 'info' : 'debug';
}

type Query = QueryOf<typeof api.readLogs>;

/** Whether a line is of the level and the source that were asked for. */
export function keepsLine({ level, source }: Query): (line: LogLine) => boolean {
  const levels = LogLevel.options;
  const least = levels.indexOf(level);
  return (line) => levels.indexOf(line.level) >= least && (source === 'all' || line.source === source);
}

/** Whether a line holds what is searched: in its words, in either language, or in its details. */
export function holdsWords({ search }: Pick<Query, 'search'>): (line: LogLine) => boolean {
  const wanted = search.trim().toLowerCase();
  return ({ message, text, fields }) =>
    `${message} ${text.fr} ${text.en} ${JSON.stringify(fields)}`.toLowerCase().includes(wanted);
}
