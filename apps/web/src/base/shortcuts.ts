import { useEffect, useEffectEvent } from 'react';

type Run = () => void;
const running = new Map<string, Run[]>();

/** Whether keys now belong to a field, to the button that Enter or Space would press, or to a dialog or menu on top of the page. */
export function isKeyTaken(event: KeyboardEvent, page: Document): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const typing = target?.closest('input:not([type=checkbox],[type=radio],[type=range],[type=button]),textarea,select');
  if (typing || target?.closest('[contenteditable=true]')) return true;
  const presses = event.key === 'Enter' || event.key === ' ';
  if (presses && target?.closest('button,a,summary,[role=button],[role=tab]')) return true;
  return page.querySelector('[aria-modal=true],[role=menu],[role=listbox]') !== null;
}

/** `Ctrl+Z` for a key with Control or Command, else the bare key; letters without case. */
export function nameOfKey(event: KeyboardEvent): string | undefined {
  // AltGr, with which many keyboards write brackets, also counts as Alt and Control.
  const isWritten = event.getModifierState?.('AltGraph') === true;
  if (event.altKey && !isWritten) return undefined;
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (isWritten) return key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${key}` : key;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || isKeyTaken(event, document)) return;
  const name = nameOfKey(event);
  const run = name === undefined ? undefined : running.get(name)?.at(-1);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

/** What the keys do now, as the screens have said: a menu of actions may do the same. */
export function shortcutsNow(): ReadonlyMap<string, Run> {
  return new Map([...running].flatMap(([key, runs]) => runs.slice(-1).map((run) => [key, run] as const)));
}

/** ms for which a screen that was asked for may take to come. */
const screenMilliseconds = 5000;
let awaited: { readonly key: string; readonly untilMs: number } | undefined;

/** Does what the key does on the screen that comes next, once it is there. */
export function pressWhenThere(key: string): void {
  awaited = { key, untilMs: performance.now() + screenMilliseconds };
}

function pressAwaited(key: string, run: Run): void {
  if (awaited?.key !== key) return;
  const isLate = performance.now() > awaited.untilMs;
  awaited = undefined;
  if (!isLate) run();
}

/**
 * Runs on a key (`R`, `?`, `Ctrl+Z`, `ArrowLeft`) while mounted, except while typing or in a dialog.
 * The screen mounted last wins a key that two ask for. List the key in `shortcut-list.ts` too, for the help.
 */
export function useShortcut(key: string, run: Run, enabled = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const call: Run = () => latest();
    if (running.size === 0) addEventListener('keydown', onKey);
    running.set(key, [...(running.get(key) ?? []), call]);
    pressAwaited(key, call);
    return () => {
      const rest = (running.get(key) ?? []).filter((one) => one !== call);
      if (rest.length > 0) running.set(key, rest);
      else running.delete(key);
      if (running.size === 0) removeEventListener('keydown', onKey);
    };
  }, [key, enabled]);
}
