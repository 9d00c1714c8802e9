export * from './block.ts';
export { crc32 } from './crc32.ts';
export * from './messages.ts';
export * from './topics.ts';
