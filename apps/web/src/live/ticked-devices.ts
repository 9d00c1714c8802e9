import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** Numbers of the devices that somebody left out of the next start: all others take part, those that come later, too. */
const useUnticked = create<{ readonly numbers: ReadonlySet<number> }>()(() => ({ numbers: new Set() }));

const tickAllDevices = (): void => useUnticked.setState({ numbers: new Set() });
resetWhenSignedOut(tickAllDevices);
resetWhenClientChanges(tickAllDevices);

export function useUntickedDevices(): ReadonlySet<number> {
  return useUnticked(({ numbers }) => numbers);
}

export function tickDevices(numbers: readonly number[], ticked: boolean): void {
  const next = new Set(useUnticked.getState().numbers);
  for (const number of numbers) {
    if (ticked) next.delete(number);
    else next.add(number);
  }
  useUnticked.setState({ numbers: next });
}
