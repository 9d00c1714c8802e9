import { CurveDesk } from './curve-desk.ts';
import { linkKernel } from './link-kernel.ts';
import { deskEnd, pageShift } from './memory-places.ts';
import { PageArena } from './page-arena.ts';
import { PyramidMemory } from './pyramid-memory.ts';

const wasmPageBytes = 65_536;

/**
 * One memory for all that pictures and statistics are made of: pages of raw samples, pyramids, and the desk where a stretch
 * of pixel columns is drawn by the SIMD kernel. Reserved at once; the system gives it as it is written.
 */
export class SignalMemory {
  readonly pages: PageArena;
  readonly pyramids: PyramidMemory;
  readonly desk: CurveDesk;

  constructor(pagesBytes: number, pyramidsBytes: number) {
    const pagesFrom = Math.ceil(deskEnd / wasmPageBytes) * wasmPageBytes;
    const pagesTo = pagesFrom + Math.max(1, Math.floor(pagesBytes / wasmPageBytes)) * wasmPageBytes;
    const wasmPages = Math.ceil((pagesTo + pyramidsBytes) / wasmPageBytes);
    const memory = new WebAssembly.Memory({ initial: wasmPages, maximum: wasmPages });
    const kernel = linkKernel(memory);
    this.pages = new PageArena(memory.buffer, kernel, pagesFrom >> pageShift, pagesTo >>> pageShift);
    this.pyramids = new PyramidMemory(memory.buffer, kernel, pagesTo, pyramidsBytes);
    this.desk = new CurveDesk(memory.buffer, kernel, this.pyramids);
  }
}
