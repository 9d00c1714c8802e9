import { mdiChevronDown } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The mark of a select; MUI hands it the class that turns it. */
export function Chevron(props: { className?: string }): ReactNode {
  return <Icon path={mdiChevronDown} size={20} className={props.className ?? ''} />;
}
