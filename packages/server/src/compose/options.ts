import type { LogLevel } from '../platform/log/index.ts';
import type { StartProblem } from '../platform/start-problem.ts';
import type { JournalFiles } from '../recording/journal/index.ts';

/** What differs between the two roles of the program; everything else is the same rooms on the same schema. */
export interface RoleProfile {
  readonly role: 'hub' | 'cloud';
  /** Shown in the header of the web app. */
  readonly name: string;
}

export interface HttpsOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** Whether any other port does when this one is taken: nobody asked for it by name. */
  readonly orAnother: boolean;
}

export interface ServerOptions {
  readonly profile: RoleProfile;
  readonly version: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly mqttPort: number;
  /** Where it is reached by https with its own certificate; undefined = nowhere. */
  readonly https?: HttpsOptions | undefined;
  readonly dataRoot: string;
  /** Folder of the built web app. */
  readonly webRoot: string;
  readonly databaseUrl: string | undefined;
  readonly brokerUrl: string | undefined;
  /** What an external broker shares with this server when it asks who a device is; undefined = it asks nothing. */
  readonly brokerSecret: string | undefined;
  /** How browsers reach this server until an administrator sets another; cookies are `Secure` when it is https. */
  readonly publicUrl: string | undefined;
  /** Networks of proxies whose word about their callers is taken, besides this machine. */
  readonly trustedProxies: readonly string[];
  /** Mail server, `smtp://user:password@host:port`; without, links are handed over by an administrator. */
  readonly smtpUrl: string | undefined;
  /** Keys of the secrets that the database keeps, base64 and separated by commas; undefined = the data folder's file. */
  readonly secretKeys?: string | undefined;
  /** Ends the program so that whoever runs it starts it again; undefined where nobody would. */
  readonly restart: (() => void) | undefined;
  /** Ends that nobody asked for, since somebody started the program; `lastMs` in ms since 1970. None unless said. */
  readonly crashes?: { readonly count: number; readonly lastMs: number | undefined };
  /** Another server took the database or the broker while this one was away from it: called once, this one must end. */
  readonly lostTo: (problem: StartProblem) => void;
  /** Somebody asked the process of the database to end: all of the program must. */
  readonly askedToEnd?: () => void;
  /** Zone that this machine is set to; none unless said. */
  readonly machineTimezone?: string | undefined;
  readonly administrator: { readonly mail: string; readonly password: string | undefined };
  readonly logLevel: LogLevel;
  /** Another disk for the journals than this machine's: a slow, failing or full one. */
  readonly journalFiles?: JournalFiles;
  /** Log to standard error instead of the data folder's file. */
  readonly logToStandardError: boolean;
}

/** A started server. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Where it is reached by https; undefined when it is not. */
  readonly httpsPort: number | undefined;
  /** Where devices connect; undefined when the broker is an external one. */
  readonly mqttPort: number | undefined;
  /** Password made for the first administrator, only on the start that made it. */
  readonly newAdministratorPassword: string | undefined;
  /** Fills an empty server once in its life with the demo's people, devices and recordings; answers whether it did. */
  seedDemo(demo: DemoContent): Promise<boolean>;
  /** Gives devices new secrets; the old ones stop working at their next connection. Unknown numbers are left out. */
  renewDeviceSecrets(numbers: readonly number[]): Promise<DeviceCredentials[]>;
  /** What is left to do after an error that nobody caught: it is logged with its stack, and the journals are synced. */
  rescue(error: unknown): Promise<void>;
  /** Drains and closes everything, within 8.5 s unless said; safe to call twice. */
  stop(withinMs?: number): Promise<void>;
}

export interface DemoContent {
  readonly client: { readonly name: string; readonly displayName: string };
  /** The first one has the devices and the recordings. */
  readonly groups: readonly [string, ...string[]];
  readonly people: readonly DemoPerson[];
  readonly devices: readonly { readonly number: number; readonly name: string; readonly athlete: string | null }[];
  readonly recordings: readonly DemoRecording[];
  readonly exercises: readonly string[];
  /** Made of sensor templates that every server has, by their names. */
  readonly config: { readonly name: string; readonly comment: string; readonly sensors: readonly string[] };
  /** Attached to a device. */
  readonly module: {
    readonly name: string;
    readonly type: string;
    readonly serialNumber: string;
    readonly device: number;
  };
}

interface DemoPerson {
  readonly mail: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role: 'Manager' | 'Coach' | 'Athlete';
  readonly groups: readonly string[];
  /** null = cannot sign in until a password is set. */
  readonly password: string | null;
}

interface DemoRecording {
  readonly path: string;
  readonly filename: string;
  /** Mail of an athlete; null = the record waits in the inbox. */
  readonly athlete: string | null;
  readonly sport: string;
  readonly exercise: string;
  /** For a CSV without a time column. */
  readonly rateHz?: number;
  /** Days before the demo is made at which it was recorded; now unless said. */
  readonly daysAgo?: number;
  readonly comment?: string;
  /** What is made of the text of the file before it is imported. */
  change?(text: string): string;
}

export interface DeviceCredentials {
  readonly number: number;
  /** MQTT password; only its hash is kept. */
  readonly secret: string;
}
