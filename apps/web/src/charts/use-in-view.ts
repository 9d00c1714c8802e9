import { type RefObject, useEffect, useRef } from 'react';

/** Whether an element is scrolled into view, for painters; true until the browser has said otherwise. */
export function useInView(element: RefObject<HTMLElement | null>): RefObject<boolean> {
  const inView = useRef(true);
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      inView.current = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
