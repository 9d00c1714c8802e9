/**
 * Passes blocks on as a poor network does: some are lost, the others arrive up to `jitterMs` late, in order.
 * With no loss and no jitter each is sent at once.
 */
export class PoorNetwork {
  readonly #loss: number;
  readonly #jitterMs: number;
  readonly #random: () => number;
  readonly #send: (block: Uint8Array) => void;
  readonly #waiting: { readonly block: Uint8Array; readonly dueMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { loss: number; jitterMs: number; random: () => number; send: (block: Uint8Array) => void }) {
    this.#loss = options.loss;
    this.#jitterMs = options.jitterMs;
    this.#random = options.random;
    this.#send = options.send;
  }

  pass(block: Uint8Array): void {
    if (this.#loss > 0 && this.#random() < this.#loss) return;
    if (this.#jitterMs === 0) {
      this.#send(block);
      return;
    }
    const dueMs = Math.max(performance.now() + this.#random() * this.#jitterMs, this.#waiting.at(-1)?.dueMs ?? 0);
    this.#waiting.push({ block, dueMs });
    this.#timer ??= setTimeout(() => this.#sendDue(), dueMs - performance.now());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #sendDue(): void {
    const nowMs = performance.now();
    const due = this.#waiting.findIndex(({ dueMs }) => dueMs > nowMs);
    for (const { block } of this.#waiting.splice(0, due < 0 ? this.#waiting.length : due)) this.#send(block);
    const next = this.#waiting[0];
    this.#timer = next && setTimeout(() => this.#sendDue(), next.dueMs - nowMs);
  }
}
