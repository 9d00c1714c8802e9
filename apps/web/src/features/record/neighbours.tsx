import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../base/shortcuts.ts';
import { type Neighbour, useNeighbours } from '../../records/use-neighbours.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './neighbours.module.css';

/** Letters: the keys of pages scroll the curves. */
const keys = { previous: 'K', next: 'J' } as const;

/** To the records beside this one in the list it was opened from; nothing where there was no list. */
export function Neighbours(props: { id: number }): ReactNode {
  const { t } = useTranslation('record');
  const navigate = useNavigate();
  const found = useNeighbours(props.id);
  const open = (neighbour: Neighbour | undefined) => {
    if (neighbour === undefined) return;
    neighbour.turnTo();
    // Back leads to the list, not through all that was looked at.
    void navigate({ to: '/records/$recordId', params: { recordId: String(neighbour.id) }, replace: true });
  };
  useShortcut(keys.previous, () => open(found?.previous), found?.previous !== undefined);
  useShortcut(keys.next, () => open(found?.next), found?.next !== undefined);
  if (found === undefined) return null;
  return (
    <span className={styles.neighbours}>
      {(['previous', 'next'] as const).map((side) => (
        <IconButton
          key={side}
          size="small"
          aria-label={t(`neighbours.${side}`)}
          title={`${t(`neighbours.${side}`)} (${keys[side]})`}
          // It keeps the focus at the ends of the list.
          aria-disabled={found[side] === undefined}
          onClick={() => open(found[side])}
        >
          <Icon path={side === 'previous' ? mdiChevronLeft : mdiChevronRight} />
        </IconButton>
      ))}
    </span>
  );
}
