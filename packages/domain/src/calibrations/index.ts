export { type CalibratedSensor, calibratedSensors, measuresLoad } from './calibrated-sensors.ts';
export { calibrationInfos, correctionsOf, type ModuleCorrections } from './corrections-of-steps.ts';
