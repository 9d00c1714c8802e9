export {
  type DeviceState,
  deviceStates,
  isChanging,
  isRecording,
  type RecordingOptions,
  stateTone,
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
