import type { Analysis } from './analysis.ts';
import { cyclingPower } from './bike/cycling-power.ts';
import { cmj } from './force-plate/cmj.ts';
import { cmjUnipodal } from './force-plate/cmj-unipodal.ts';
import { dj } from './force-plate/dj.ts';
import { hop } from './force-plate/hop.ts';
import { hopTimes } from './force-plate/hop-times.ts';
import { isometric } from './force-plate/isometric.ts';
import { nordic } from './force-plate/nordic.ts';
import { runningContacts } from './force-plate/running-contacts.ts';
import { sj } from './force-plate/sj.ts';
import { sway } from './force-plate/sway.ts';

/** Every analysis there is, in the order that people see. */
export const analyses: readonly Analysis[] = [
  ...[cmj, cmjUnipodal, sj, dj, hop, hopTimes, runningContacts],
  ...[isometric, nordic, sway],
  ...[cyclingPower],
];

export const analysisOf = (id: string): Analysis | undefined => analyses.find((analysis) => analysis.id === id);
