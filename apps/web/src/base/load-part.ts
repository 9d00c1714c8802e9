import { NetworkError } from '@sillage/client';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of the app that is fetched when it is wanted. Where it does not come because the server is away, that is the problem,
 * which has a page of its own; with the server there it is a file of before an update, and the page is loaded anew by the router.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (problem) {
    const isThere = await fetch('/config.json', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    throw isThere ? problem : new NetworkError('a part of the app did not come', { cause: problem });
  }
}

/** A component that is fetched when it is first shown. */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => loadPart(load));
}
