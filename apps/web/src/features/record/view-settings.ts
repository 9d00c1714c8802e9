import type { Record } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';

/** Of the width, so that neither film nor curves vanish. */
export const [leastFilmShare, mostFilmShare] = [0.2, 0.7];
const usualFilmShare = 0.45;

const Kept = z.object({
  cursor: z.boolean(),
  multiple: z.boolean(),
  zero: z.boolean(),
  /** The time of day below the graphs instead of the time since the start. */
  clock: z.boolean().default(false),
  variables: z.boolean(),
  statistics: z.boolean(),
  sheet: z.boolean(),
  /** Its film beside the curves, where it has one. */
  film: z.boolean().default(true),
  /** Of the width that film and curves have together. */
  filmShare: z.number().min(leastFilmShare).max(mostFilmShare).default(usualFilmShare),
  filmSide: z.enum(['left', 'right']).default('left'),
  /** What the panel on the right shows. */
  side: z.enum(['analysis', 'steps', 'calibration', 'sheet']).default('sheet'),
});
export type ViewSettings = z.infer<typeof Kept>;
export type SidePart = ViewSettings['side'];

const storageKey = 'sillage.recordView';
const atFirst: ViewSettings = {
  cursor: true,
  multiple: true,
  zero: false,
  clock: false,
  variables: true,
  statistics: true,
  sheet: false,
  film: true,
  filmShare: usualFilmShare,
  filmSide: 'left',
  side: 'sheet',
};

function readKept(): ViewSettings {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''));
  } catch {
    return atFirst;
  }
}

interface SettingsStore extends ViewSettings {
  /** What the person chose for `multiple`, also while a link shows otherwise. */
  readonly ownMultiple: boolean;
  toggle(name: Exclude<keyof ViewSettings, 'side' | 'filmShare' | 'filmSide'>): void;
  showSide(side: SidePart): void;
  placeFilm(place: Partial<Pick<ViewSettings, 'filmShare' | 'filmSide'>>): void;
}

const withOwn = (settings: ViewSettings) => ({ ...settings, ownMultiple: settings.multiple });

/** How a person likes the record view: remembered by the browser. */
export const useViewSettings = create<SettingsStore>()((set) => ({
  ...withOwn(readKept()),
  toggle: (name) =>
    set((settings) => {
      const isOn = !settings[name];
      return { [name]: isOn, ...(name === 'multiple' && { ownMultiple: isOn }) };
    }),
  showSide: (side) => set({ side }),
  placeFilm: ({ filmShare, filmSide }) =>
    set((now) => ({
      filmShare: Math.min(mostFilmShare, Math.max(leastFilmShare, filmShare ?? now.filmShare)),
      filmSide: filmSide ?? now.filmSide,
    })),
}));

/** Whether the time of day stands along a record: never where its own clock was wrong. */
export function useSaysClock({ wrong_time }: Pick<Record, 'wrong_time'>): boolean {
  return useViewSettings((settings) => settings.clock) && !wrong_time;
}

/**
 * What a record opens with; the reader may change it for as long as it is open.
 * @param first.multiple as a link says; undefined where none does, then as the reader chose
 */
export function openWith(first: { readonly zero: boolean; readonly multiple: boolean | undefined }): void {
  useViewSettings.setState(({ ownMultiple }) => ({ zero: first.zero, multiple: first.multiple ?? ownMultiple }));
}

useViewSettings.subscribe((settings) => {
  const kept = Kept.parse({ ...settings, multiple: settings.ownMultiple });
  localStorage.setItem(storageKey, JSON.stringify(kept));
});
resetWhenSignedOut(() => useViewSettings.setState(withOwn(atFirst)));
