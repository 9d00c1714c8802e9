import type { ReasonCode, RefusalCode, WarningCode } from '../sentences.ts';

interface Codes {
  readonly refusals: readonly RefusalCode[];
  readonly warnings: readonly WarningCode[];
  readonly reasons: readonly ReasonCode[];
}

/** What each analysis may say besides its numbers, found in its own text: made by `npm run docs:analysis`, not by hand. */
// biome-ignore format: made
export const codesOfAnalyses: Readonly<Record<string, Codes>> = {
  cmj: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing', 'plateEmpty', 'upsideDown', 'noFlight', 'clipped', 'flightNotZero', 'noMovement'],
    warnings: ['weighingMoves', 'weighingTied', 'severalFlights', 'heightsDiffer', 'timeToTakeOffUnusual', 'onsetAtEdge', 'noStillness', 'clipped', 'frozen', 'flightNotZero', 'sideSilent'],
    reasons: ['noLandingRecorded', 'sideMissing', 'notFinite'],
  },
  cmjUnipodal: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing', 'plateEmpty', 'upsideDown', 'noFlight', 'clipped', 'flightNotZero', 'noMovement'],
    warnings: ['weighingMoves', 'weighingTied', 'severalFlights', 'heightsDiffer', 'timeToTakeOffUnusual', 'onsetAtEdge', 'noStillness', 'clipped', 'frozen', 'flightNotZero', 'sideSilent'],
    reasons: ['noLandingRecorded', 'sideMissing', 'notFinite'],
  },
  sj: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing', 'plateEmpty', 'upsideDown', 'noFlight', 'clipped', 'flightNotZero', 'noMovement'],
    warnings: ['weighingMoves', 'weighingTied', 'severalFlights', 'heightsDiffer', 'onsetAtEdge', 'noStillness', 'clipped', 'frozen', 'flightNotZero', 'sideSilent', 'counterMovement'],
    reasons: ['noLandingRecorded', 'sideMissing', 'notFinite'],
  },
  dj: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'plateEmpty', 'upsideDown', 'noRebound'],
    warnings: ['weighingMoves', 'weighingTied', 'onsetAtEdge', 'noStillness'],
    reasons: ['noLandingRecorded', 'notWeighed', 'samplesMissing', 'notGiven', 'notReached', 'notFinite'],
  },
  hop: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'plateEmpty', 'upsideDown', 'tooFewContacts'],
    warnings: ['weighingMoves', 'weighingTied', 'onsetAtEdge', 'noStillness'],
    reasons: ['tooFewHops', 'notFinite'],
  },
  hopTimes: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewContacts'],
    warnings: ['rowsLeftOut'],
    reasons: ['tooFewHops', 'notGiven', 'notFinite'],
  },
  runningContacts: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'tooFewContacts'],
    warnings: [],
    reasons: ['notFinite'],
  },
  isometric: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing', 'plateEmpty', 'upsideDown', 'noEffort', 'counterMovement'],
    warnings: ['weighingMoves', 'weighingTied', 'onsetAtEdge', 'noStillness', 'pretension', 'baselineMoves'],
    reasons: ['sideMissing', 'notGiven', 'notReached', 'notFinite'],
  },
  nordic: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'noEffort'],
    warnings: [],
    reasons: ['sideMissing', 'notGiven', 'notFinite'],
  },
  sway: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing'],
    warnings: [],
    reasons: ['notFinite'],
  },
  jumpProfile: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'samplesMissing', 'plateEmpty', 'upsideDown', 'noFlight', 'clipped', 'flightNotZero', 'noMovement', 'parameterMissing', 'tooFewLoads', 'severalAthletes', 'noFit'],
    warnings: ['weighingMoves', 'weighingTied', 'severalFlights', 'heightsDiffer', 'onsetAtEdge', 'noStillness', 'clipped', 'frozen', 'flightNotZero', 'sideSilent', 'counterMovement', 'poorFit', 'rowsLeftOut'],
    reasons: ['noLandingRecorded', 'sideMissing', 'notFinite'],
  },
  knownJumpProfile: {
    refusals: ['inputMissing', 'unitUnknown', 'parameterMissing', 'noFit'],
    warnings: [],
    reasons: ['notFinite'],
  },
  sprintTrace: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'noSprint', 'noFit'],
    warnings: ['poorFit'],
    reasons: ['notGiven', 'notFinite'],
  },
  sprintSplits: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: [],
    reasons: ['otherCorrection', 'notGiven', 'notFinite'],
  },
  sprintInSitu: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: ['poorFit'],
    reasons: ['notFinite'],
  },
  bmxStart: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewTurns', 'noStart'],
    warnings: [],
    reasons: ['notMeasured', 'notReached', 'notFinite'],
  },
  instrackLaps: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewTurns'],
    warnings: [],
    reasons: ['notMeasured', 'notReached', 'notFinite'],
  },
  cyclingPower: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort'],
    warnings: ['shortForNormalised'],
    reasons: ['notGiven', 'notReached', 'notFinite'],
  },
  criticalPower: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: ['effortsUnusual', 'rowsLeftOut'],
    reasons: ['otherModel', 'notFinite'],
  },
  criticalSpeed: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: [],
    reasons: ['notFinite'],
  },
  ergocycle: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: ['poorFit'],
    reasons: ['notReached', 'notFinite'],
  },
  torqueCadence: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewEfforts', 'noFit'],
    warnings: [],
    reasons: ['notFinite'],
  },
  pedalling: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'tooFewTurns'],
    warnings: [],
    reasons: ['sideMissing', 'notFinite'],
  },
  wheelPower: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  rowingStrokes: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes', 'tooSlow'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  gateForce: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes'],
    warnings: [],
    reasons: ['notFinite'],
  },
  crewTiming: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes', 'tooSlow'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  oarlockSession: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  rowingForceCurves: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes'],
    warnings: [],
    reasons: ['notFinite'],
  },
  kayakBoat: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'tooFewStrokes', 'tooSlow'],
    warnings: [],
    reasons: ['sideMissing', 'notFinite'],
  },
  rowingBoat: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'notGravity'],
    warnings: ['upsideDownSensor'],
    reasons: ['notFinite'],
  },
  golfSwing: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'noSwing'],
    warnings: ['saturated', 'perhapsCounts'],
    reasons: ['notGiven', 'notReached', 'notFinite'],
  },
  tennisSwing: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'noSwing'],
    warnings: ['perhapsCounts'],
    reasons: ['notMeasured', 'notGiven', 'notFinite'],
  },
  hammer: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort'],
    warnings: ['noRelease'],
    reasons: ['notReached', 'notFinite'],
  },
  footballLoad: {
    refusals: ['inputMissing', 'unitUnknown'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  gpsTrack: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewFixes'],
    warnings: [],
    reasons: ['notMeasured', 'notReached', 'notFinite'],
  },
  mounting: {
    refusals: ['inputMissing', 'unitUnknown', 'tooFewStrokes', 'tooSlow', 'notGravity', 'windowShort'],
    warnings: ['mountingTilted', 'mountingUnclear', 'mountingKept'],
    reasons: ['notMeasured', 'notReached', 'notFinite'],
  },
  sixPositions: {
    refusals: ['inputMissing', 'unitUnknown', 'columnsMissing', 'windowTooShort', 'notStill', 'facesMissing', 'facesTooAlike'],
    warnings: ['residualHigh', 'axisReversed'],
    reasons: ['notMeasured', 'notFinite'],
  },
  orientation: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort'],
    warnings: [],
    reasons: ['notMeasured', 'notFinite'],
  },
  synchronisation: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'tooLong', 'nothingAlike'],
    warnings: ['doubtfulOffset'],
    reasons: ['notFinite'],
  },
  filtering: {
    refusals: ['inputMissing', 'unitUnknown', 'tooShort', 'tooSlow'],
    warnings: [],
    reasons: ['notReached', 'notFinite'],
  },
};
