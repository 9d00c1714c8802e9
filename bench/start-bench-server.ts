import { startServer } from '@sillage/server';
import { administrator } from './upload-load.ts';

/** A whole server that only answers a bench. */
export function startBenchServer(given: {
  readonly dataRoot: string;
  /** undefined: a database of its own */
  readonly databaseUrl?: string;
  readonly role?: 'hub' | 'cloud';
}) {
  const { dataRoot, databaseUrl, role = 'hub' } = given;
  return startServer(
    {
      profile: { role, name: 'Bench' },
      version: '0.0.0-bench',
      host: '127.0.0.1',
      port: 0,
      mqttPort: 0,
      dataRoot,
      webRoot: dataRoot,
      databaseUrl,
      brokerUrl: undefined,
      brokerSecret: undefined,
      publicUrl: undefined,
      trustedProxies: [],
      smtpUrl: undefined,
      restart: undefined,
      lostTo() {},
      administrator,
      logLevel: 'warn',
      logToStandardError: true,
    },
    () => {},
  );
}
