import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Debian's package libfaketime lies, by machine. */
const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);

/** The clock that a program sees as the host's, set at will; its monotonic clock is left alone. */
export interface HostClock {
  /** Of the program under siege. */
  readonly environment: Readonly<Record<string, string>>;
  /** s ahead of this process's clock */
  readonly offsetSeconds: number;
  /** As NTP or a person does, from one moment to the next. */
  step(seconds: number): Promise<void>;
}

/** @throws Error with the package to install */
export async function fakeHostClock(folder: string): Promise<HostClock> {
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined) throw new Error('steps of the clock need libfaketime: apt-get install libfaketime');
  const file = join(folder, 'offset');
  let offsetSeconds = 0;
  const write = () => writeFile(file, `${offsetSeconds < 0 ? '-' : '+'}${Math.abs(offsetSeconds)}s\n`, { mode: 0o644 });
  await write();
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    get offsetSeconds() {
      return offsetSeconds;
    },
    async step(seconds) {
      offsetSeconds += seconds;
      await write();
    },
  };
}
