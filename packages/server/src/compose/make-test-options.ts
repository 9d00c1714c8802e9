import type { ServerOptions } from './options.ts';

/** Of a server that tests or benches start, unless they say otherwise: a hub on free ports, with its own engines. */
export function serverOptions(said: Pick<ServerOptions, 'dataRoot'> & Partial<ServerOptions>): ServerOptions {
  return {
    profile: { role: 'hub', name: 'Test hub' },
    version: '0.0.0-test',
    host: '127.0.0.1',
    port: 0,
    mqttPort: 0,
    webRoot: said.dataRoot,
    databaseUrl: undefined,
    brokerUrl: undefined,
    brokerSecret: undefined,
    publicUrl: undefined,
    trustedProxies: [],
    smtpUrl: undefined,
    restart: undefined,
    lostTo() {},
    administrator: { mail: 'admin@sillage.test', password: undefined },
    logLevel: 'warn',
    logToStandardError: true,
    ...said,
  };
}
