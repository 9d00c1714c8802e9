export * from './counts.ts';
export * from './devices.ts';
export * from './equipment.ts';
export * from './parameters.ts';
export * from './people.ts';
export * from './records.ts';
export * from './row-changes.ts';
export * from './tasks.ts';
