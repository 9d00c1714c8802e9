import type { Analysis } from './analysis.ts';
import { bmxStart } from './bike/bmx-start.ts';
import { criticalPower } from './bike/critical-power.ts';
import { criticalSpeed } from './bike/critical-speed.ts';
import { cyclingPower } from './bike/cycling-power.ts';
import { ergocycle } from './bike/ergocycle.ts';
import { instrackLaps } from './bike/instrack-laps.ts';
import { pedalling } from './bike/pedalling.ts';
import { torqueCadence } from './bike/torque-cadence.ts';
import { wheelPower } from './bike/wheel-power.ts';
import { footballLoad } from './field/football-load.ts';
import { gpsTrack } from './field/gps-track.ts';
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
import { jumpProfile } from './profile/jump-profile.ts';
import { knownJumpProfile } from './profile/known-jump-profile.ts';
import { filtering } from './sensor/filtering.ts';
import { mounting } from './sensor/mounting.ts';
import { orientation } from './sensor/orientation.ts';
import { sixPositions } from './sensor/six-positions.ts';
import { synchronisation } from './sensor/synchronisation.ts';
import { sprintInSitu } from './sprint/sprint-in-situ.ts';
import { sprintSplits } from './sprint/sprint-splits.ts';
import { sprintTrace } from './sprint/sprint-trace.ts';
import { golfSwing } from './swing/golf-swing.ts';
import { hammer } from './swing/hammer.ts';
import { tennisSwing } from './swing/tennis-swing.ts';
import { crewTiming } from './water/crew-timing.ts';
import { rowingForceCurves } from './water/force-curves.ts';
import { gateForce } from './water/gate-force.ts';
import { kayakBoat } from './water/kayak-boat.ts';
import { oarlockSession } from './water/oarlock-session.ts';
import { rowingBoat } from './water/rowing-boat.ts';
import { rowingStrokes } from './water/rowing-strokes.ts';

/** Every analysis there is, in the order that people see. */
export const analyses: readonly Analysis[] = [
  ...[cmj, cmjUnipodal, sj, dj, hop, hopTimes, runningContacts],
  ...[isometric, nordic, sway],
  ...[jumpProfile, knownJumpProfile, sprintTrace, sprintSplits, sprintInSitu],
  ...[
    // What one sport alone has comes before what several have: a recording opens on the first that is its own.
    bmxStart,
    instrackLaps,
    cyclingPower,
    criticalPower,
    criticalSpeed,
    ergocycle,
    torqueCadence,
    pedalling,
    wheelPower,
  ],
  ...[rowingStrokes, gateForce, crewTiming, oarlockSession, rowingForceCurves, kayakBoat, rowingBoat],
  ...[golfSwing, tennisSwing, hammer, footballLoad, gpsTrack],
  ...[mounting, sixPositions, orientation, synchronisation, filtering],
];

export const analysisOf = (id: string): Analysis | undefined => analyses.find((analysis) => analysis.id === id);
