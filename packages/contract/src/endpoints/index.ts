export * from './devices.ts';
export * from './records.ts';
export * from './session.ts';
