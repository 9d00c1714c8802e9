import { resolve } from 'node:path';
import { StartProblem } from '@sillage/server';
import { expect, it } from 'vitest';
import { readConfiguration, readHelp } from './configuration.ts';

it('is a hub with demo, simulator and everything embedded when nothing is said', () => {
  expect(readConfiguration([], {})).toEqual({
    role: 'hub',
    port: 8080,
    host: '0.0.0.0',
    mqttPort: 1883,
    https: { port: 8443, orAnother: true },
    dataFolder: resolve('data'),
    adminMail: 'admin@sillage.local',
    adminPassword: undefined,
    databaseUrl: undefined,
    brokerUrl: undefined,
    brokerSecret: undefined,
    publicUrl: undefined,
    trustedProxies: [],
    simulator: true,
    demo: true,
  });
});

it.each([
  ['9443', { port: 9443, orAnother: false }],
  ['off', 'off'],
])('SILLAGE_HTTPS_PORT=%s is followed to the letter', (said, https) => {
  expect(readConfiguration([], { SILLAGE_HTTPS_PORT: said }).https).toEqual(https);
});

it('reads every variable', () => {
  const environment = {
    SILLAGE_ROLE: 'cloud',
    SILLAGE_PORT: '9000',
    SILLAGE_HOST: '127.0.0.1',
    SILLAGE_MQTT_PORT: '0',
    SILLAGE_DATA: '/srv/sillage',
    SILLAGE_ADMIN_MAIL: 'chief@club.fr',
    SILLAGE_ADMIN_PASSWORD: 'Rame-2026',
    SILLAGE_DATABASE_URL: 'postgres://u:p@db/sillage',
    SILLAGE_BROKER_URL: 'mqtts://broker:8883',
    SILLAGE_BROKER_SECRET: 'shared-with-the-broker',
    SILLAGE_PUBLIC_URL: 'https://club.fr',
    SILLAGE_TRUSTED_PROXIES: '172.18.0.0/16, fd00::/8,192.0.2.7',
    SILLAGE_SIMULATOR: 'off',
    SILLAGE_DEMO: 'off',
  };
  expect(readConfiguration([], environment)).toMatchObject({
    role: 'cloud',
    port: 9000,
    host: '127.0.0.1',
    mqttPort: 0,
    dataFolder: '/srv/sillage',
    adminMail: 'chief@club.fr',
    adminPassword: 'Rame-2026',
    databaseUrl: 'postgres://u:p@db/sillage',
    brokerUrl: 'mqtts://broker:8883',
    brokerSecret: 'shared-with-the-broker',
    publicUrl: 'https://club.fr',
    trustedProxies: ['172.18.0.0/16', 'fd00::/8', '192.0.2.7'],
    simulator: false,
    demo: false,
  });
});

it('refuses SILLAGE_STORAGE_URL, which would be ignored', () => {
  const read = (value: string) => readConfiguration([], { SILLAGE_STORAGE_URL: value });
  expect(() => read('s3://key:secret@bucket')).toThrow(/SILLAGE_STORAGE_URL is not supported/);
  expect(() => read('s3://key:secret@bucket')).not.toThrow(/secret/);
  expect(read('').role).toBe('hub');
});

it('takes the mail server, and tells no secret of a wrong one', () => {
  const read = (value: string) => readConfiguration([], { SILLAGE_SMTP_URL: value });
  expect(read('smtp://user:secret@mail').smtpUrl).toBe('smtp://user:secret@mail');
  expect(() => read('https://user:secret@mail')).toThrow(/SILLAGE_SMTP_URL must be like smtps/);
  expect(() => read('https://user:secret@mail')).not.toThrow(/secret/);
});

it('lets an option win over its variable', () => {
  const args = ['--role', 'hub', '--port', '8081', '--data', '/a', '--no-simulator', '--no-demo'];
  const environment = {
    SILLAGE_ROLE: 'cloud',
    SILLAGE_PORT: '9000',
    SILLAGE_DATA: '/b',
    SILLAGE_SIMULATOR: 'on',
    SILLAGE_DEMO: 'on',
  };
  expect(readConfiguration(args, environment)).toMatchObject({
    role: 'hub',
    port: 8081,
    dataFolder: '/a',
    simulator: false,
    demo: false,
  });
});

it('does not look at a variable whose option is given', () => {
  expect(readConfiguration(['--port', '1'], { SILLAGE_PORT: 'wrong' }).port).toBe(1);
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfiguration([], { SILLAGE_PORT: '', SILLAGE_DATABASE_URL: '' }).port).toBe(8080);
});

it.each([
  [['--role', 'boat'], {}, '--role must be hub or cloud, not "boat".'],
  [['--port', '65536'], {}, '--port must be a number from 0 to 65535, not "65536".'],
  [[], { SILLAGE_PORT: '80.5' }, 'SILLAGE_PORT must be a number from 0 to 65535, not "80.5".'],
  [[], { SILLAGE_DEMO: 'no' }, 'SILLAGE_DEMO must be on or off, not "no".'],
  [[], { SILLAGE_ADMIN_MAIL: 'chief' }, 'SILLAGE_ADMIN_MAIL must be a mail address, not "chief".'],
  [[], { SILLAGE_BROKER_URL: 'broker' }, 'SILLAGE_BROKER_URL must be like mqtts://user:password@host:8883.'],
  [[], { SILLAGE_BROKER_SECRET: 'short' }, 'SILLAGE_BROKER_SECRET must be 16 to 200 letters, digits or . _ ~ -.'],
  [['--prot', '1'], {}, "Unknown option '--prot'. Use: npm start -- --role hub|cloud"],
  [['--port'], {}, "Option '--port <value>' argument missing. Use: npm start"],
  [['cloud'], {}, "Unexpected argument 'cloud'"],
])('refuses %j %j with a sentence', (args, environment, sentence) => {
  const read = () => readConfiguration(args, environment);
  expect(read).toThrow(StartProblem);
  expect(read).toThrow(sentence);
});

it('lists what can be set to who asks for help, and to nobody else', () => {
  for (const args of [['--help'], ['--role', 'cloud', '-h']]) {
    expect(readHelp(args)).toMatch(
      /^npm start -- --role hub\|cloud[\s\S]*SILLAGE_PORT, --port: a number from 0 to 65535/,
    );
  }
  expect(readHelp(['--port', '9000'])).toBeUndefined();
});

it('never repeats a password', () => {
  expect(() => readConfiguration([], { SILLAGE_DATABASE_URL: 'mysql://u:secret@db' })).toThrow(
    /^(?!.*secret).*SILLAGE_DATABASE_URL must be like/,
  );
});

it('believes no proxy that it cannot read', () => {
  const read = (value: string) => readConfiguration([], { SILLAGE_TRUSTED_PROXIES: value });
  for (const value of ['proxy', '172.18.0.0/33', '*'])
    expect(() => read(value)).toThrow(/SILLAGE_TRUSTED_PROXIES must/);
  expect(read('').trustedProxies).toEqual([]);
});
