import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import { type FigureName, figureNames } from './window-figures.ts';

const Kept = z.array(z.enum(figureNames));
const storageKey = 'sillage.statisticsFigures';

/** As the browser remembers, in their order; none where that cannot be read. */
export function readChosenFigures(stored: string | null): readonly FigureName[] {
  try {
    const kept = Kept.parse(JSON.parse(stored ?? ''));
    return figureNames.filter((name) => kept.includes(name));
  } catch {
    return [];
  }
}

interface ChosenFigures {
  readonly chosen: readonly FigureName[];
  turn(name: FigureName): void;
}

/** Which figures stand in the statistics beside mean and extremes. */
export const useChosenFigures = create<ChosenFigures>()((set) => ({
  chosen: readChosenFigures(localStorage.getItem(storageKey)),
  turn: (name) =>
    set(({ chosen }) => ({ chosen: figureNames.filter((one) => chosen.includes(one) !== (one === name)) })),
}));

useChosenFigures.subscribe(({ chosen }) => localStorage.setItem(storageKey, JSON.stringify(chosen)));
resetWhenSignedOut(() => useChosenFigures.setState({ chosen: [] }));
