import { z } from 'zod';
import { resetWhenSignedOut } from './forget-user.ts';

/** What is kept of an answer: its epoch says whether it is still good. */
export interface Kept<T> {
  readonly body: T;
  /** s since 1970, the server's clock. */
  readonly epoch: number | undefined;
}

/** Everything kept under it goes with the session, as the rest of the local storage. */
const prefix = 'sillage.kept ';
/** UTF-16 units: browsers give a page 5 M of them, which the session and the filters need, too. */
const mostTogether = 1_500_000;
const mostOfOne = 300_000;
const mostAnswers = 60;

const Stored = z.object({ epoch: z.number(), body: z.unknown() });

/** What an earlier visit was answered, if it is still there and has the shape that this version reads. */
export function readAnswer<T>(name: string, shape: z.ZodType<T>): Kept<T> | undefined {
  const text = localStorage.getItem(prefix + name);
  if (text === null) return undefined;
  const stored = Stored.safeParse(fromJson(text.slice(text.indexOf(' ') + 1)));
  const body = stored.success ? shape.safeParse(stored.data.body) : undefined;
  if (stored.success && body?.success) return { body: body.data, epoch: stored.data.epoch };
  localStorage.removeItem(prefix + name);
  return undefined;
}

/** Keeps an answer over a reload; the oldest ones make room. One without an epoch could never be asked about. */
export function keepAnswer(name: string, { body, epoch }: Kept<unknown>): void {
  const text = epoch === undefined ? '' : `${Date.now()} ${JSON.stringify({ epoch, body })}`;
  try {
    if (text === '' || text.length > mostOfOne) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, text);
  } catch {
    // Full, or not allowed: what is kept is a convenience.
    forgetAnswers();
  }
  makeRoom();
}

/** Drops what another person, or another server, was answered. */
export function forgetAnswersOfOthers(owner: string): void {
  for (const { key } of answers()) if (!key.startsWith(`${prefix}${owner} `)) localStorage.removeItem(key);
}

function forgetAnswers(): void {
  for (const { key } of answers()) localStorage.removeItem(key);
}
resetWhenSignedOut(forgetAnswers);

function makeRoom(): void {
  const newestFirst = answers().toSorted((one, other) => other.keptAt - one.keptAt);
  let left = mostTogether;
  for (const [order, { key, length }] of newestFirst.entries()) {
    left -= length;
    if (left < 0 || order >= mostAnswers) localStorage.removeItem(key);
  }
}

function answers() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const text = localStorage.getItem(key) ?? '';
      return { key, length: key.length + text.length, keptAt: Number.parseInt(text, 10) || 0 };
    });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
