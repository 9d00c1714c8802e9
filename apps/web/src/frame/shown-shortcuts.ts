import { useEffect } from 'react';
import { useOwnParameter } from '../base/own-parameters.ts';

/** Keys stand beside what they do unless the person has hidden them. */
export function useShownShortcuts(): void {
  const hidden = useOwnParameter('show_shortcuts').parameter?.value === false;
  useEffect(() => {
    document.documentElement.dataset.shortcuts = hidden ? 'hidden' : 'shown';
  }, [hidden]);
}
