import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import { useMaySend } from '../../sending/use-waiting.ts';

/** Whether the panel that sends records to the cloud stands beside the list. */
export const useSendPanel = create<{ readonly isOpen: boolean; open(isOpen: boolean): void }>()((set) => ({
  isOpen: false,
  open: (isOpen) => set({ isOpen }),
}));

resetWhenSignedOut(() => useSendPanel.setState({ isOpen: false }));

/** Whether the panel stands beside the lists: it is open, and the signed-in person may send from here. */
export function useIsSending(): boolean {
  const isOpen = useSendPanel((panel) => panel.isOpen);
  return useMaySend() && isOpen;
}
