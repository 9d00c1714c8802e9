import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDevice } from '@sillage/server/administration/devices';
import { addClient, type TestDatabase } from '@sillage/server/platform/database/testing';
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs';
import { type FromServer, load } from './ingest-load.ts';

/** The processes of one bench: all end with it. */
export function startProcesses() {
  const children: ChildProcess[] = [];
  return {
    start(
      file: string,
      args: readonly string[] = [],
      flags: readonly string[] = [],
      environment: object = {},
    ): ChildProcess {
      const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
        serialization: 'advanced',
        execArgv: [...process.execArgv, ...flags],
        env: { ...process.env, ...environment },
      });
      children.push(child);
      return child;
    },
    end() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** The server that is measured, with the devices of the load in its database. */
export async function startIngestServer(
  { database, folder }: TestDatabase,
  { start }: ReturnType<typeof startProcesses>,
) {
  const { db } = database;
  const { id: clientId } = await addClient(db);
  const secrets: { number: number; secret: string }[] = [];
  for (let i = 0; i < load.devices; i++) {
    const number = load.firstNumber + i;
    const device = { number, name: `Device ${i}`, clientId, groupId: null };
    secrets.push({ number, secret: (await createDevice(db, device)).secret });
  }
  const server = start('ingest-server.ts', [folder.root, database.url], serverFlags, serverEnvironment);
  const ready = await answer<FromServer>(server);
  if (!('ports' in ready)) throw new Error('the server did not tell its ports');
  return { server, secrets, ports: ready.ports };
}

/** Sends a message to a child of a bench and waits for its next one. */
export async function answer<T>(child: ChildProcess, message?: object | string): Promise<T> {
  const answered = once(child, 'message');
  if (message !== undefined) child.send(message);
  const [value]: T[] = await answered;
  if (value === undefined) throw new Error('a process of the bench told nothing');
  return value;
}
