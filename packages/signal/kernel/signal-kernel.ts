// AssemblyScript, compiled by build-kernel.mjs into src/signal-kernel.gen.ts. Works on the memory of signal-memory.ts;
// src/memory-places.ts says where everything lies.
export { drawFolded } from './draw-kernel';
export { fold32, fold64, raise32, raise64 } from './fold-kernel';
export { scan32, scan64 } from './scan-kernel';
