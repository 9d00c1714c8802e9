import { type ApiClient, NetworkError } from '@sillage/client';
import { api, type BodyIn } from '@sillage/contract';

type FrontLog = BodyIn<typeof api.writeFrontLog>;

/** Problems told to the server by one page; a page that fails in a loop says no more after these. */
const maxReports = 30;
const maxMessageLength = 4000;
const maxStackLength = 8000;

const told = new Set<string>();
let send: ((log: FrontLog) => Promise<unknown>) | undefined;

/** Tells the server once what went wrong here; that it could not be told is only printed. */
export function reportProblem(level: FrontLog['level'], message: string, meta: Record<string, unknown> = {}): void {
  const key = `${level} ${message}`;
  if (send === undefined || told.has(key) || told.size >= maxReports) return;
  told.add(key);
  const log = { level, message: message.slice(0, maxMessageLength), meta: { path: location.pathname, ...meta } };
  send(log).catch((problem: unknown) => console.warn('The server could not be told of a problem.', problem));
}

/** An error that nothing caught; without an answer or given up, there is nothing to tell. */
export function reportError(error: unknown, where: string): void {
  if (error instanceof NetworkError || (error instanceof Error && error.name === 'AbortError')) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack?.slice(0, maxStackLength) : undefined;
  reportProblem('error', message, { where, stack, browser: navigator.userAgent });
}

/** From now on uncaught errors and unhandled rejections of the page go to the server's log. */
export function startReporting(client: Pick<ApiClient, 'call'>): () => void {
  told.clear();
  send = (body) => client.call(api.writeFrontLog, { body });
  const onError = (event: ErrorEvent) => reportError(event.error ?? event.message, 'error');
  const onRejection = (event: PromiseRejectionEvent) => reportError(event.reason, 'rejection');
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
    send = undefined;
  };
}
