export { type BufferedDevice, type BufferRules, createBuffer, type RollingBuffer } from './create-buffer.ts';
export { findClientsOf } from './find-clients.ts';
export { bufferRoutes } from './routes.ts';
