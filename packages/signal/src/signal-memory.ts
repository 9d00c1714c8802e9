import { CurveDesk } from './curve-desk.ts';
import { deskEnd, pageShift } from './memory-places.ts';
import { PageArena } from './page-arena.ts';
import { PyramidMemory } from './pyramid-memory.ts';
import { signalKernelBase64 } from './signal-kernel.gen.ts';

const wasmPageBytes = 65_536;

type KernelFunction = (a: number, b: number, c: number) => number;

/** Functions of the kernel that works on a signal memory; the sources in kernel/ say what they do. */
export interface SignalKernel {
  readonly drawFolded: KernelFunction;
  readonly fold32: KernelFunction;
  readonly fold64: KernelFunction;
  readonly raise32: KernelFunction;
  readonly raise64: KernelFunction;
  readonly scan32: KernelFunction;
  readonly scan64: KernelFunction;
}

const compiled = new WebAssembly.Module(Uint8Array.from(atob(signalKernelBase64), (char) => char.charCodeAt(0)));

function linkKernel(memory: WebAssembly.Memory): SignalKernel {
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  const { drawFolded, fold32, fold64, raise32, raise64, scan32, scan64 } = instance.exports;
  if (!drawFolded || !fold32 || !fold64 || !raise32 || !raise64 || !scan32 || !scan64)
    throw new Error('signal kernel without its functions');
  return { drawFolded, fold32, fold64, raise32, raise64, scan32, scan64 };
}

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
