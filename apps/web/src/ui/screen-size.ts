import { useSyncExternalStore } from 'react';

export type ScreenSize = 'phone' | 'tablet' | 'desktop';

const phone = matchMedia('(max-width: 599px)');
const beside = matchMedia('(min-width: 1000px)');
const desktop = matchMedia('(min-width: 1280px)');

function subscribe(changed: () => void): () => void {
  phone.addEventListener('change', changed);
  desktop.addEventListener('change', changed);
  return () => {
    phone.removeEventListener('change', changed);
    desktop.removeEventListener('change', changed);
  };
}

/** phone below 600 px, desktop from 1280 px (below it screens are laid out for touch). */
export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(subscribe, () => (phone.matches ? 'phone' : desktop.matches ? 'desktop' : 'tablet'));
}

function subscribeToRoom(changed: () => void): () => void {
  beside.addEventListener('change', changed);
  return () => beside.removeEventListener('change', changed);
}

/** Whether curves keep their room beside a panel, though it is no desktop: from 1000 px. */
export const useRoomBeside = (): boolean => useSyncExternalStore(subscribeToRoom, () => beside.matches);
