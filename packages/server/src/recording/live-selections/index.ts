export { numbersOfNew } from './number-selections.ts';
export { liveSelectionRoutes, type MadeNow, type PressedDevice } from './routes.ts';
export { type ShownSelections, showSelections } from './show-selections.ts';
export { addSelection, begin as beginSelection, end as endSelection, endWithRecord } from './write-selections.ts';
