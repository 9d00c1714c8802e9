import { NetworkError } from '@sillage/client';

/**
 * The file of a screen. Where it does not come because the server is away, that is the problem, which has a page of its own;
 * with the server there it is a file of before an update, and the page is loaded anew by the router.
 */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (problem) {
    const isThere = await fetch('/config.json', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    throw isThere ? problem : new NetworkError('a screen did not come', { cause: problem });
  }
}
