import { type ReactNode, useRef } from 'react';
import { usePainter } from '../../live/frame-loop.ts';

/** Text that changes with live data, written past React at most every `everyMilliseconds`; readers are spared it. */
export function LiveText(props: {
  text: (nowMilliseconds: number) => string;
  everyMilliseconds: number;
  className?: string | undefined;
}): ReactNode {
  const element = useRef<HTMLSpanElement>(null);
  const paintedAt = useRef(Number.NEGATIVE_INFINITY);
  usePainter((now) => {
    if (element.current === null || now - paintedAt.current < props.everyMilliseconds) return false;
    paintedAt.current = now;
    write(element.current, props.text(now));
    return false;
  });
  return <span ref={element} className={props.className} />;
}

/** Into the text node that is there: replacing it would have the browser build its box anew. */
function write(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
