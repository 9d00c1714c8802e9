export { type CalibratedSensor, calibratedSensors } from './calibrated-sensors.ts';
export { calibrationInfos, correctionsOf, type ModuleCorrections } from './corrections-of-steps.ts';
