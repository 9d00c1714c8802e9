import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartProblem } from '@sillage/server';
import { isNetwork } from '@sillage/server/platform/http';
import { parseKeys } from '@sillage/server/platform/secrets';
import { z } from 'zod';

export interface ServerConfiguration {
  readonly role: 'hub' | 'cloud';
  readonly port: number;
  readonly host: string;
  readonly mqttPort: number;
  /** Without a word of the operator another port does, too. */
  readonly https: { readonly port: number; readonly orAnother: boolean } | 'off';
  /** Absolute. */
  readonly dataFolder: string;
  readonly adminMail: string;
  /** undefined = one is made at the first start. */
  readonly adminPassword: string | undefined;
  /** undefined = the embedded database. */
  readonly databaseUrl: string | undefined;
  /** undefined = the embedded broker. */
  readonly brokerUrl: string | undefined;
  /** undefined = an external broker asks nothing of this server. */
  readonly brokerSecret: string | undefined;
  readonly publicUrl: string | undefined;
  /** undefined = the file in the data folder. */
  readonly secretKeys: string | undefined;
  /** Networks of proxies whose `X-Forwarded-For` is believed, besides this machine. */
  readonly trustedProxies: readonly string[];
  /** undefined = no mails: links are handed over. */
  readonly smtpUrl: string | undefined;
  readonly simulator: boolean;
  readonly demo: boolean;
}

const options = '--role hub|cloud --port N --data DIR --no-simulator --no-demo';
const usage = `npm start -- ${options} (every option has a variable, see README.md)`;
const highestPort = 65_535;

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((number) => number <= highestPort)
    .default(fallback);
/** Where phones reach it by https unless said; another one when it is taken. */
const usualHttpsPort = 8443;
const httpsPort = z
  .union([z.literal('off'), port(usualHttpsPort).transform((number) => ({ port: number, orAnother: false }))])
  .default({ port: usualHttpsPort, orAnother: true });
const url = (...schemes: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)))
    .optional();
const onOff = z
  .enum(['on', 'off'])
  .default('on')
  .transform((text) => text === 'on');

const settings = {
  role: {
    variable: 'SILLAGE_ROLE',
    option: '--role',
    shape: z.enum(['hub', 'cloud']).default('hub'),
    rule: 'hub or cloud',
  },
  port: { variable: 'SILLAGE_PORT', option: '--port', shape: port(8080), rule: `a number from 0 to ${highestPort}` },
  host: { variable: 'SILLAGE_HOST', shape: z.string().default('0.0.0.0'), rule: 'an address of this machine' },
  mqttPort: { variable: 'SILLAGE_MQTT_PORT', shape: port(1883), rule: `a number from 0 to ${highestPort}` },
  https: { variable: 'SILLAGE_HTTPS_PORT', shape: httpsPort, rule: `a number from 0 to ${highestPort}, or off` },
  dataFolder: {
    variable: 'SILLAGE_DATA',
    option: '--data',
    shape: z
      .string()
      .default('data')
      .transform((path) => resolve(path)),
    rule: 'a folder',
  },
  adminMail: {
    variable: 'SILLAGE_ADMIN_MAIL',
    shape: z.email().default('admin@sillage.local'),
    rule: 'a mail address',
  },
  adminPassword: { variable: 'SILLAGE_ADMIN_PASSWORD', shape: z.string().optional(), rule: 'a password' },
  databaseUrl: {
    variable: 'SILLAGE_DATABASE_URL',
    shape: url('postgres', 'postgresql'),
    rule: 'like postgresql://user:password@host/database',
  },
  brokerUrl: {
    variable: 'SILLAGE_BROKER_URL',
    shape: url('mqtt', 'mqtts', 'ws', 'wss'),
    rule: 'like mqtts://user:password@host:8883',
  },
  brokerSecret: {
    variable: 'SILLAGE_BROKER_SECRET',
    shape: z
      .string()
      .regex(/^[\w.~-]{16,200}$/)
      .optional(),
    rule: '16 to 200 letters, digits or . _ ~ -',
  },
  secretKeys: {
    variable: 'SILLAGE_SECRET_KEYS',
    shape: z
      .string()
      .refine((text) => (parseKeys(text)?.length ?? 0) > 0)
      .optional(),
    rule: 'a key of 32 bytes as base64, or several separated by commas; the first one seals',
  },
  publicUrl: { variable: 'SILLAGE_PUBLIC_URL', shape: url('http', 'https'), rule: 'like https://sillage.example.org' },
  trustedProxies: {
    variable: 'SILLAGE_TRUSTED_PROXIES',
    shape: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((network) => network.trim() || []))
      .refine((networks) => networks.every(isNetwork)),
    rule: 'addresses or networks of proxies, separated by commas, like 172.18.0.0/16,192.0.2.7',
  },
  smtpUrl: {
    variable: 'SILLAGE_SMTP_URL',
    shape: url('smtp', 'smtps'),
    rule: 'like smtps://user:password@mail.example.org:465?from=sillage%40example.org',
  },
  simulator: { variable: 'SILLAGE_SIMULATOR', option: '--no-simulator', shape: onOff, rule: 'on or off' },
  demo: { variable: 'SILLAGE_DEMO', option: '--no-demo', shape: onOff, rule: 'on or off' },
} as const satisfies Record<keyof ServerConfiguration, Setting>;

interface Setting<T = unknown> {
  readonly variable: string;
  readonly option?: string;
  readonly shape: z.ZodType<T>;
  /** What a right value is, to end "must be …". */
  readonly rule: string;
}

/** What can be set, for who asks by `--help`; undefined for who does not. */
export function readHelp(args: readonly string[]): string | undefined {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return undefined;
  const known: readonly Setting[] = Object.values(settings);
  const lines = known.map(({ variable, option, rule }) => `  ${variable}${option ? `, ${option}` : ''}: ${rule}`);
  return [
    `npm start -- ${options}`,
    'Settings of the environment, with the options that win over them:',
    ...lines,
  ].join('\n');
}

/**
 * Reads the options of the command line and the environment; an option wins over its variable.
 * @throws StartProblem with a sentence that names what is wrong
 */
export function readConfiguration(args: readonly string[], environment: NodeJS.ProcessEnv): ServerConfiguration {
  const options = readOptions(args);
  refuseMissingParts(environment);
  const value = <T>(name: keyof typeof settings, setting: Setting<T>): T => {
    const fromOption = options[name];
    // A variable that is empty is one that is not set, as `VAR= npm start` is meant.
    const given = fromOption ?? (environment[setting.variable] || undefined);
    const parsed = setting.shape.safeParse(given);
    if (parsed.success) return parsed.data;
    const source = fromOption === undefined ? setting.variable : setting.option;
    throw new StartProblem(`${source} must be ${setting.rule}${isSecret(setting) ? '' : `, not "${given}"`}.`);
  };
  return {
    role: value('role', settings.role),
    port: value('port', settings.port),
    host: value('host', settings.host),
    mqttPort: value('mqttPort', settings.mqttPort),
    https: value('https', settings.https),
    dataFolder: value('dataFolder', settings.dataFolder),
    adminMail: value('adminMail', settings.adminMail),
    adminPassword: value('adminPassword', settings.adminPassword),
    databaseUrl: value('databaseUrl', settings.databaseUrl),
    brokerUrl: value('brokerUrl', settings.brokerUrl),
    brokerSecret: value('brokerSecret', settings.brokerSecret),
    secretKeys: value('secretKeys', settings.secretKeys),
    publicUrl: value('publicUrl', settings.publicUrl),
    trustedProxies: value('trustedProxies', settings.trustedProxies),
    smtpUrl: value('smtpUrl', settings.smtpUrl),
    simulator: value('simulator', settings.simulator),
    demo: value('demo', settings.demo),
  };
}

/** Better no start than records that go nowhere, by a setting of the interface that this version cannot follow. */
function refuseMissingParts(environment: NodeJS.ProcessEnv): void {
  if (environment.SILLAGE_STORAGE_URL) {
    throw new StartProblem(
      'SILLAGE_STORAGE_URL is not supported by this version: records lie in the data folder. Unset it, and choose the folder with --data DIR.',
    );
  }
}

/** An address may hold a password, which belongs on no screen. */
const isSecret = ({ variable }: Setting) => /_URL$|PASSWORD|SECRET/.test(variable);

function readOptions(args: readonly string[]): Partial<Record<keyof ServerConfiguration, string>> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        role: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        'no-simulator': { type: 'boolean' },
        'no-demo': { type: 'boolean' },
      },
    });
    return {
      ...(values.role !== undefined && { role: values.role }),
      ...(values.port !== undefined && { port: values.port }),
      ...(values.data !== undefined && { dataFolder: values.data }),
      ...(values['no-simulator'] && { simulator: 'off' }),
      ...(values['no-demo'] && { demo: 'off' }),
    };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new StartProblem(`${reason}. Use: ${usage}`);
  }
}
