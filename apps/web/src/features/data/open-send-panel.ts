import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';

/** Whether the panel that sends records to the cloud stands beside the list. */
export const useSendPanel = create<{ readonly isOpen: boolean; open(isOpen: boolean): void }>()((set) => ({
  isOpen: false,
  open: (isOpen) => set({ isOpen }),
}));

resetWhenSignedOut(() => useSendPanel.setState({ isOpen: false }));
