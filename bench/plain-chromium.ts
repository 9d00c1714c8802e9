import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@sillage/testkit';
import { z } from 'zod';

const Reply = z.object({ id: z.number(), result: z.unknown(), error: z.object({ message: z.string() }).optional() });
const Target = z.object({ type: z.string(), webSocketDebuggerUrl: z.string() });
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const Processes = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });
/** s */
const startPatience = 30;

type Send = (method: string, params?: object) => Promise<unknown>;

async function connect(url: string): Promise<{ readonly send: Send; close(): void }> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${url}`));
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(problem: Error): void }>();
  socket.onmessage = ({ data }) => {
    const reply = Reply.safeParse(JSON.parse(String(data)));
    if (!reply.success) return;
    const { id, result, error } = reply.data;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error.message));
    waiting.delete(id);
  };
  let last = 0;
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, close: () => socket.close() };
}

/** A page of a Chromium of its own that nobody watches. */
export interface PlainPage {
  readonly send: Send;
  /** What an expression gives; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Until an expression is true. */
  until(what: string, expression: string): Promise<void>;
  /** MB that the page's process holds alone (Private_Dirty), as Chromium's task manager counts. */
  privateMegabytes(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a page by Chromium's own protocol, without its network domain: a driver that listens to requests has the page keep
 * up to 200 MB of their answers for it, which no person's page does.
 */
export async function openPlainPage(executable: string, size: { width: number; height: number }): Promise<PlainPage> {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-chromium-'));
  const flags = [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--lang=fr-FR'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions'],
    ...['--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'],
  ];
  const window = [
    `--window-size=${size.width},${size.height}`,
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
  ];
  const program = spawn(executable, [...flags, ...window, 'about:blank'], { stdio: 'ignore' });
  const portFile = async () => readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '');
  await waitUntil('Chromium', async () => (await portFile()).includes('\n'), startPatience);
  const [port, browserPath] = (await portFile()).split('\n');
  const targets = z.array(Target).parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  const target = targets.find(({ type }) => type === 'page');
  if (target === undefined) throw new Error('Chromium has no page');
  const page = await connect(target.webSocketDebuggerUrl);
  const browser = await connect(`ws://127.0.0.1:${port}${browserPath}`);
  async function evaluate(expression: string): Promise<unknown> {
    const about = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = Evaluated.parse(await page.send('Runtime.evaluate', about));
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }
  return {
    send: page.send,
    evaluate,
    until: async (what, expression) => {
      await waitUntil(what, async () => (await evaluate(expression)) === true, startPatience);
    },
    async privateMegabytes() {
      const { processInfo } = Processes.parse(await browser.send('SystemInfo.getProcessInfo'));
      const held = await Promise.all(
        processInfo
          .filter(({ type }) => type === 'renderer')
          .map(async ({ id }) => {
            const said = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
            return Number(/^Private_Dirty:\s+(\d+) kB/m.exec(said)?.[1] ?? Number.NaN) / 1024;
          }),
      );
      return Math.max(...held);
    },
    async close() {
      page.close();
      browser.close();
      program.kill('SIGKILL');
      await new Promise((resolve) => program.once('exit', resolve));
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
