import { z } from 'zod';

/** Resolves after so long, when the network is back, or at once when it is given up. */
export function waitForNetwork(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    // The network is back before the wait is over.
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

const Connection = z.object({ type: z.string().optional(), saveData: z.boolean().optional() });

function connection(): unknown {
  return 'connection' in navigator ? navigator.connection : undefined;
}

/** Whether each byte is counted or to be spared, as far as a browser says; many say nothing. */
export function isMetered(): boolean {
  const { data } = Connection.safeParse(connection());
  return data?.type === 'cellular' || data?.saveData === true;
}

/** Hears when another network is used. Answers how to stop listening. */
export function onNetworkChange(listener: () => void): () => void {
  const given = connection();
  if (!(given instanceof EventTarget)) return () => undefined;
  given.addEventListener('change', listener);
  return () => given.removeEventListener('change', listener);
}
