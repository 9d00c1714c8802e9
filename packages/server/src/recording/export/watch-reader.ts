import { type Readable, Transform } from 'node:stream';

/** A reader that takes nothing for so long is gone, whatever its connection says. */
const patienceMs = 5 * 60_000;
const checkEveryMs = 30_000;

/** Hands bytes on; `ended` is called when they are through, or the reader is gone or takes nothing any more. */
export function watchReader(bytes: Readable, ended: () => void): Readable {
  let idleMs = 0;
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      idleMs = 0;
      done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    // Only while bytes wait to be taken: making them may be what takes long.
    idleMs = watched.readableLength > 0 ? idleMs + checkEveryMs : 0;
    if (idleMs >= patienceMs) watched.destroy(new Error('the reader takes nothing any more'));
  }, checkEveryMs).unref();
  watched.on('close', () => {
    clearInterval(timer);
    bytes.destroy();
    ended();
  });
  bytes.on('error', (error) => watched.destroy(error));
  // Nobody may listen where the answer was never sent: that must not end the program. Who reads hears it all the same.
  watched.on('error', () => undefined);
  return bytes.pipe(watched);
}
