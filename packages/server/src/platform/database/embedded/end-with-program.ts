import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads until the pipe from the program ends, which the kernel does however the program ended, then asks PostgreSQL ($1) for
 * a fast and clean stop, and after 8 s for an immediate one.
 */
const watch = `trap '' INT TERM HUP
while read -r line; do :; done
kill -INT "$1" 2>/dev/null || exit 0
for i in 1 2 3 4 5 6 7 8; do sleep 1; kill -0 "$1" 2>/dev/null || exit 0; done
kill -QUIT "$1"`;

/** Lets the database server not outlive this program, also one that is killed: a shell of its own waits for that. */
export function endWithProgram(server: ChildProcess): void {
  if (server.pid === undefined) return;
  const watcher = spawn('sh', ['-c', watch, 'sillage-watch', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal is not meant for it.
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}
