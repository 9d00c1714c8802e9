import { startServer } from '@sillage/server';
import { serverOptions } from '@sillage/server/compose/testing';
import { administrator } from './upload-load.ts';

/** A whole server that only answers a bench. */
export function startBenchServer(given: {
  readonly dataRoot: string;
  /** undefined: a database of its own */
  readonly databaseUrl?: string;
  readonly role?: 'hub' | 'cloud';
}) {
  const { dataRoot, databaseUrl, role = 'hub' } = given;
  const profile = { role, name: 'Bench' };
  return startServer(
    serverOptions({ profile, version: '0.0.0-bench', dataRoot, databaseUrl, administrator }),
    () => {},
  );
}
