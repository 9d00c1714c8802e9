import { api, type LogLine, type QueryOf } from '@sillage/contract';
import { useEffect, useRef, useState } from 'react';
import { useServer } from '../../../base/services.tsx';

export type LogFilter = Pick<QueryOf<typeof api.readLogs>, 'level' | 'source' | 'search'>;

/** Lines that stay on screen, the newest. */
const linesKept = 2000;
/** ms between two looks for new lines. */
const followMilliseconds = 2000;

/** The lines and those that came after, the newest ones. */
export function withNewLines(lines: readonly LogLine[], more: readonly LogLine[]): readonly LogLine[] {
  return more.length === 0 ? lines : [...lines, ...more].slice(-linesKept);
}

interface Read {
  readonly lines: readonly LogLine[] | undefined;
  readonly problem: Error | undefined;
}

/** The newest lines of the log that the filter keeps, and those that come while following. */
export function useLog(filter: LogFilter, following: boolean) {
  const server = useServer();
  const [read, setRead] = useState<Read>({ lines: undefined, problem: undefined });
  const [attempt, setAttempt] = useState(0);
  /** Position to read on from; unknown until the first page is there. */
  const next = useRef<number>(undefined);
  const { level, source, search } = filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const stop = new AbortController();
    next.current = undefined;
    server.call(api.readLogs, { query: { level, source, search }, signal: stop.signal }).then(
      (page) => {
        next.current = page.next;
        setRead({ lines: page.lines, problem: undefined });
      },
      (problem: Error) => {
        if (!stop.signal.aborted) setRead({ lines: undefined, problem });
      },
    );
    return () => stop.abort();
  }, [server, level, source, search, attempt]);
  useEffect(() => {
    if (!following) return;
    const stop = new AbortController();
    let asking = false;
    const timer = setInterval(async () => {
      const after = next.current;
      if (after === undefined || asking) return;
      asking = true;
      try {
        const page = await server.call(api.readLogs, { query: { level, source, search, after }, signal: stop.signal });
        next.current = page.next;
        setRead(({ lines = [] }) => ({ lines: withNewLines(lines, page.lines), problem: undefined }));
      } catch {
        // Away for a moment, or another filter: the next look asks again from the same position.
      } finally {
        asking = false;
      }
    }, followMilliseconds);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [server, following, level, source, search]);
  return { ...read, retry: () => setAttempt(attempt + 1) };
}
