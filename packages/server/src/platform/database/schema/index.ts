export * from './devices.ts';
export * from './people.ts';
export * from './records.ts';
export * from './tasks.ts';
