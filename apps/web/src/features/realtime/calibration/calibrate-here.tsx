import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { CalibrateDialog } from './calibrate-dialog.tsx';

const nobody: { readonly device: LiveDevice | undefined } = { device: undefined };
const useAsked = create<typeof nobody>()(() => nobody);

/** A device's menu asks to calibrate it. */
export function calibrate(device: LiveDevice): void {
  useAsked.setState({ device });
}

const close = (): void => useAsked.setState(nobody);

/** Holds the dialog above the cards that ask for it: it stays, with what was measured, when they go. */
export function CalibrateHere(): ReactNode {
  const device = useAsked((asked) => asked.device);
  useEffect(() => close, []);
  return device && <CalibrateDialog device={device} onClose={close} />;
}
