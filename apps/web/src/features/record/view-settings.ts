import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';

const Kept = z.object({
  cursor: z.boolean(),
  multiple: z.boolean(),
  zero: z.boolean(),
  variables: z.boolean(),
  statistics: z.boolean(),
  sheet: z.boolean(),
});
export type ViewSettings = z.infer<typeof Kept>;

const storageKey = 'sillage.recordView';
const atFirst: ViewSettings = {
  cursor: true,
  multiple: true,
  zero: false,
  variables: true,
  statistics: true,
  sheet: false,
};

function readKept(): ViewSettings {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''));
  } catch {
    return atFirst;
  }
}

interface SettingsStore extends ViewSettings {
  toggle(name: keyof ViewSettings): void;
}

/** How a person likes the record view: remembered by the browser. */
export const useViewSettings = create<SettingsStore>()((set) => ({
  ...readKept(),
  toggle: (name) => set((settings) => ({ [name]: !settings[name] })),
}));

/** What a record opens with; the reader may change it for as long as it is open. */
export function openWith(first: Pick<ViewSettings, 'zero'> & { readonly multiple?: false }): void {
  useViewSettings.setState(first);
}

useViewSettings.subscribe((settings) => localStorage.setItem(storageKey, JSON.stringify(Kept.parse(settings))));
resetWhenSignedOut(() => useViewSettings.setState(atFirst));
