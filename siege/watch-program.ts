import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Field } from './open-field.ts';

const askEveryMs = 200;

/** How the program does while it is besieged. */
export interface Watch {
  /** Ends the watching. */
  stop(): Promise<Readonly<Record<string, string>>>;
}

/** Asks for `/api/health` five times a second, and reads the resident memory of the server. */
export function watchProgram(field: Field): Watch {
  const waitsMs: number[] = [];
  let highestMb = 0;
  let unanswered = 0;
  let watching = true;
  async function watch(): Promise<void> {
    while (watching) {
      const askedMs = performance.now();
      const answer = await fetch(`${field.program.url}/api/health`).catch(() => undefined);
      if (answer?.ok) waitsMs.push(performance.now() - askedMs);
      else unanswered++;
      highestMb = Math.max(highestMb, await residentMb(field.program.pid));
      await delay(askEveryMs);
    }
  }
  const watched = watch();
  return {
    async stop() {
      watching = false;
      await watched;
      waitsMs.sort((a, b) => a - b);
      const at = (share: number) => `${(waitsMs[Math.floor((waitsMs.length - 1) * share)] ?? 0).toFixed(1)} ms`;
      return {
        'health p50': at(0.5),
        'health p99': at(0.99),
        'health slowest': at(1),
        'health unanswered': String(unanswered),
        'resident memory at most': `${highestMb.toFixed(0)} MB`,
      };
    },
  };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
