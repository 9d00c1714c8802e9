import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sillage/testkit';

/** A daemon of rsync that takes files, as long as `work` runs. */
export async function withRsyncDaemon<T>(root: string, work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const taken = join(root, 'taken');
  await mkdir(taken);
  const configuration = join(root, 'rsyncd.conf');
  const lines = ['use chroot = no', 'uid = root', 'gid = root', '[taken]', `path = ${taken}`, 'read only = no'];
  await writeFile(configuration, `${lines.join('\n')}\n`);
  const asked = ['--daemon', '--no-detach', '--address=127.0.0.1', `--port=${port}`, `--config=${configuration}`];
  // With a socket as its input it would serve that one alone, as inetd has it.
  const daemon = spawn('rsync', asked, { stdio: 'ignore' });
  const failed = once(daemon, 'error').then(([error]) => Promise.reject(error));
  try {
    await Promise.race([answers(port), failed]);
    return await work(port);
  } finally {
    daemon.kill();
  }
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    // `once` rejects when there is nobody yet.
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}

/** s that rsync takes for all files of a folder. */
export async function rsyncSeconds(folder: string, port: number): Promise<number> {
  const started = performance.now();
  const child = spawn('rsync', ['--recursive', '--whole-file', `${folder}/`, `rsync://127.0.0.1:${port}/taken/`], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rsync ended with ${code}`);
  return (performance.now() - started) / 1000;
}
