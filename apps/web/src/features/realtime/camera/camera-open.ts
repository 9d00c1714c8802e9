const storageKey = 'sillage.camera';

/** Whether the camera's card was open when the page was left. */
export function isCameraLeftOpen(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

export function keepCameraOpen(isOpen: boolean): void {
  if (isOpen) localStorage.setItem(storageKey, 'open');
  else localStorage.removeItem(storageKey);
}
