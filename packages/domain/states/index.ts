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
  mayFollow,
  type RecordState,
  recordStates,
  recordTransitions,
} from './record-states.ts';
