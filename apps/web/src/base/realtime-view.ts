import { create } from 'zustand';
import { resetWhenSignedOut } from './forget-user.ts';

/** `athlete`: one at a time, on a phone; elsewhere as `devices`. */
export type RealtimeView = 'devices' | 'curves' | 'athlete';

const useView = create<{ readonly view: RealtimeView }>()(() => ({ view: 'devices' }));

resetWhenSignedOut(() => useView.setState({ view: 'devices' }));

/** How the devices are looked at: as they were left. */
export function useRealtimeView(): RealtimeView {
  return useView(({ view }) => view);
}

/** Now, or when the screen of the devices is next shown. */
export function showRealtimeAs(view: RealtimeView): void {
  useView.setState({ view });
}
