import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { limits } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';

const storageKey = 'sillage.liveWindow';
const usual = 30;
const Stored = z.coerce.number().refine((seconds) => limits.liveWindowsSeconds.some((one) => one === seconds));

/** s, as the browser remembers it. */
export function readLiveWindow(stored: string | null): number {
  const known = Stored.safeParse(stored);
  return known.success ? known.data : usual;
}

const useWindow = create<{ readonly seconds: number }>()(() => ({
  seconds: readLiveWindow(localStorage.getItem(storageKey)),
}));

useWindow.subscribe(({ seconds }) => localStorage.setItem(storageKey, String(seconds)));
resetWhenSignedOut(() => useWindow.setState({ seconds: usual }));

/** s; the window of all live curves. */
export function useLiveWindow(): number {
  return useWindow(({ seconds }) => seconds);
}

/** The next wider window, or the next narrower one (−1). */
export function stepWindow(by: 1 | -1): void {
  const windows: readonly number[] = limits.liveWindowsSeconds;
  const next = windows[windows.indexOf(useWindow.getState().seconds) + by];
  if (next !== undefined) useWindow.setState({ seconds: next });
}

/** How many seconds all curves show. */
export function WindowChoice(): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={useLiveWindow()}
      aria-label={t('curves.window')}
      onChange={(_, seconds: number | null) => {
        if (seconds !== null) useWindow.setState({ seconds });
      }}
    >
      {limits.liveWindowsSeconds.map((seconds) => (
        <ToggleButton key={seconds} value={seconds}>
          {t('curves.seconds', { count: seconds })}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
