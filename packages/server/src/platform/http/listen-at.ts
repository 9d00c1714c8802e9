import type { Server as SecureServer } from 'node:https';
import { StartProblem } from '../start-problem.ts';

/**
 * Connections that the system keeps until they are taken, within its own bound. After a restart a thousand come at once, and the
 * system lets those beyond wait for up to 15 s before they try again.
 */
export const backlog = 4096;

export function listenAt(door: SecureServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    door.once('error', (problem) => reject(whyNotListening(problem, host, port, 'SILLAGE_HTTPS_PORT=N')));
    door.listen(port, host, backlog, () => resolve());
  });
}

export function whyNotListening(problem: unknown, host: string, port: number, option = '--port N'): unknown {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartProblem(`Port ${port} is already in use. Free it, or choose another one with ${option}.`);
  }
  if (code === 'EACCES') {
    return new StartProblem(`Port ${port} needs more rights than this user has. Choose another one with ${option}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`This machine has no address ${host}. Set SILLAGE_HOST to one that it has.`);
  }
  return problem;
}
