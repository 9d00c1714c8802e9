/** Rules that may hide an element. What else a style says is drawn, and tests of the app draw nothing. */
const hides = /display:\s*none|visibility/;

const kept = new WeakSet<object>();

/**
 * Every query by role asks of each element whether a style hides it, and the page then matches the element and those around
 * it with every rule of every component: a fifth of the processor's time of these tests. Styles that can hide nothing have
 * no rules here.
 */
export function matchHidingStyles(): void {
  const prototype: object = HTMLStyleElement.prototype;
  if (kept.has(prototype)) return;
  kept.add(prototype);
  const sheetOf = inherited(prototype, 'sheet');
  Object.defineProperty(prototype, 'sheet', {
    configurable: true,
    get(this: HTMLStyleElement) {
      return hides.test(this.textContent) ? sheetOf.call(this) : null;
    },
  });
}

/** How objects of this prototype read a property. */
function inherited(prototype: object, name: string): () => unknown {
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at)) {
    const read = Object.getOwnPropertyDescriptor(at, name)?.get;
    if (read) return read;
  }
  throw new Error(`no property ${name}`);
}
