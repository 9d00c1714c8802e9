import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** The computer that the server runs on. */
export interface Machine {
  /** Whether this program may restart it and switch it off. */
  readonly controllable: boolean;
  reboot(): Promise<void>;
  poweroff(): Promise<void>;
}

const run = promisify(execFile);

/** What is asked of the operating system; a test gives its own, and no machine goes down. */
interface OperatingSystem {
  readonly platform: string;
  readonly uid: number | undefined;
  readonly hasSystemd: () => boolean;
  readonly execute: (program: string, args: string[]) => Promise<unknown>;
}

const thisSystem: OperatingSystem = {
  platform: process.platform,
  uid: process.getuid?.(),
  // The documented way to tell whether systemd manages the machine: sd_booted(3).
  hasSystemd: () => existsSync('/run/systemd/system'),
  execute: (program, args) => run(program, args),
};

/** A hub is a computer of its own; the cloud's computer is not ours to restart. */
export function openMachine(role: 'hub' | 'cloud', system: OperatingSystem = thisSystem): Machine {
  const controllable = role === 'hub' && system.platform === 'linux' && system.uid === 0 && system.hasSystemd();
  const ask = async (verb: string) => {
    if (!controllable) throw new Error(`this machine is not ours to ${verb}`);
    await system.execute('systemctl', [verb]);
  };
  return { controllable, reboot: () => ask('reboot'), poweroff: () => ask('poweroff') };
}
