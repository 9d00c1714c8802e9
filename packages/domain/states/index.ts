export {
  type DeviceState,
  deviceStates,
  isRecording,
  type RecordingOptions,
} from './device-states.ts';
export {
  type AwaitedState,
  awaitedStates,
  isAwaitedState,
  isInWork,
  keptStates,
  mayFollow,
  pendingStates,
  type RecordState,
  recordStates,
  recordTransitions,
  settledStates,
} from './record-states.ts';
