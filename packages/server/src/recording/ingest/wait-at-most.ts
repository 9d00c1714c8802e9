import { within } from '../../platform/clock/index.ts';

/** Whether `work` has settled within `ms`; it goes on in any case. */
export function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return within(Promise.allSettled([work]), ms).then(
    () => true,
    () => false,
  );
}
