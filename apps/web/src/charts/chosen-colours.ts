import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../base/forget-user.ts';
import { palette } from './colours.ts';

const mostKept = 200;
const Kept = z.record(z.string().max(200), z.enum(palette));
type Colour = (typeof palette)[number];

const storageKey = 'sillage.curveColours';

/** As the browser remembers; what is no colour of the palette is forgotten. */
export function readChosenColours(stored: string | null): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}

interface ChosenColours {
  readonly chosen: Readonly<Record<string, Colour>>;
  /** @param colour undefined for the usual one */
  choose(key: string, colour: Colour | undefined): void;
}

/** The colours of curves that a person chose, by `colourKeyOf`; the same on every screen, kept by the browser. */
export const useChosenColours = create<ChosenColours>()((set) => ({
  chosen: readChosenColours(localStorage.getItem(storageKey)),
  choose: (key, colour) =>
    set(({ chosen }) => {
      const others = Object.entries(chosen).filter(([one]) => one !== key);
      const all = colour === undefined ? others : [...others, [key, colour] as const];
      return { chosen: Object.fromEntries(all.slice(-mostKept)) };
    }),
}));

useChosenColours.subscribe(({ chosen }) => localStorage.setItem(storageKey, JSON.stringify(chosen)));
resetWhenSignedOut(() => useChosenColours.setState({ chosen: {} }));
