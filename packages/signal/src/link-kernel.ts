import { signalKernelBase64 } from './signal-kernel.gen.ts';

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

/** The kernel at work on a memory. */
export function linkKernel(memory: WebAssembly.Memory): SignalKernel {
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  const { drawFolded, fold32, fold64, raise32, raise64, scan32, scan64 } = instance.exports;
  if (!drawFolded || !fold32 || !fold64 || !raise32 || !raise64 || !scan32 || !scan64)
    throw new Error('signal kernel without its functions');
  return { drawFolded, fold32, fold64, raise32, raise64, scan32, scan64 };
}
