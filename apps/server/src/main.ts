import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunningServer, StartProblem, startServer } from '@sillage/server';
import { cloud } from './cloud.ts';
import { readConfiguration, readHelp, type ServerConfiguration } from './configuration.ts';
import { demoCoachMail, demoContent, demoJumps, demoManagerMail } from './demo.ts';
import { prepareEnd } from './end-program.ts';
import { hub } from './hub.ts';
import { readCrashes } from './read-crashes.ts';
import { runSimulator } from './run-simulator.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** ms for all that is closed at the end, of the 9 s of `prepareEnd`. */
const closeMs = 8500;
const packageFile = new URL('../../../package.json', import.meta.url);

async function main(): Promise<void> {
  const help = readHelp(process.argv.slice(2));
  if (help !== undefined) return console.log(help);
  const configuration = readConfiguration(process.argv.slice(2), process.env);
  const program = prepareEnd();
  const server = await startServer(
    {
      profile: configuration.role === 'cloud' ? cloud : hub,
      version: programVersion(),
      host: configuration.host,
      port: configuration.port,
      mqttPort: configuration.mqttPort,
      https: configuration.https === 'off' ? undefined : configuration.https,
      dataRoot: configuration.dataFolder,
      webRoot,
      databaseUrl: configuration.databaseUrl,
      brokerUrl: configuration.brokerUrl,
      brokerSecret: configuration.brokerSecret,
      secretKeys: configuration.secretKeys,
      publicUrl: configuration.publicUrl,
      trustedProxies: configuration.trustedProxies,
      smtpUrl: configuration.smtpUrl,
      restart: program.restart,
      crashes: readCrashes(process.env),
      lostTo: program.endBecause,
      askedToEnd: program.end,
      machineTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      administrator: { mail: configuration.adminMail, password: configuration.adminPassword },
      logLevel: 'info',
      logToStandardError: false,
    },
    (step) => console.log(`· ${step}`),
  );
  program.endWith(() => server.stop());
  program.rescueWith(server.rescue);
  const simulator = await startDemo(server, configuration, program.end);
  program.endWith(async () => {
    const beganMs = performance.now();
    await simulator?.stop();
    await server.stop(closeMs - (performance.now() - beganMs));
  });
  announce(server, configuration);
}

/** Demo content and virtual devices, when the configuration wants them. Who ends the devices' process ends the program (`end`). */
async function startDemo(server: RunningServer, configuration: ServerConfiguration, end: () => void) {
  if (configuration.demo) {
    const [coachPassword, managerPassword] = [readablePassword(), readablePassword()];
    const demo = demoContent(coachPassword, managerPassword);
    const seeded = await server.seedDemo({ ...demo, recordings: [...demo.recordings, ...demoJumps()] });
    if (seeded) {
      console.log(`· Demo coach made: ${demoCoachMail}, password ${coachPassword} (shown once)`);
      console.log(`· Demo manager made: ${demoManagerMail}, password ${managerPassword} (shown once)`);
    }
  }
  if (!configuration.simulator) return undefined;
  if (server.mqttPort === undefined) {
    console.log('· No virtual devices: they connect to the embedded broker only, and SILLAGE_BROKER_URL names another');
    return undefined;
  }
  console.log('· Starting the virtual devices');
  return runSimulator(server, configuration.dataFolder, end);
}

function announce(server: RunningServer, configuration: ServerConfiguration): void {
  console.log(`Sillage ${configuration.role} ready on ${server.url}`);
  const { newAdministratorPassword: password } = server;
  console.log(
    password === undefined
      ? `Sign in as ${configuration.adminMail} with your password (forgotten? start once with SILLAGE_ADMIN_PASSWORD=…)`
      : `Sign in as ${configuration.adminMail} with the password ${password} (shown once: write it down)`,
  );
  if (server.httpsPort !== undefined) {
    console.log(`Phones as sensors: ${new URL('/device', server.url)} leads them to https, port ${server.httpsPort}`);
  }
}

/** 16 characters that satisfy the password rule (a capital, a lower case letter, a number, a symbol). */
function readablePassword(): string {
  return `Si-${randomBytes(9).toString('base64url')}7a`;
}

function programVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'));
  return version;
}

try {
  await main();
} catch (problem) {
  if (!(problem instanceof StartProblem)) throw problem;
  console.error(`Sillage cannot start: ${problem.message}`);
  process.exit(1);
}
