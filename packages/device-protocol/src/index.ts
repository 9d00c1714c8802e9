export * from './answer-calls.ts';
export {
  type BlockHeader,
  blockHeaderBytes,
  columnBytes,
  maxBlockBytes,
  sampleBytes,
} from './block-layout.ts';
export { crc32 } from './crc32.ts';
export type { DeviceConfig, DeviceConfigChange } from './device-config.ts';
export { type FirmwareManifest, type FirmwareOffer, firmwareToSign, maxFirmwareChunkBytes } from './firmware.ts';
export * from './messages.ts';
export * from './read-block.ts';
export * from './topics.ts';
export * from './write-block.ts';
