import { mdiCheckCircleOutline, mdiMinusCircleOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { Icon } from '../../../ui/icon.tsx';
import word from '../../../ui/state-word.module.css';
import styles from './show.module.css';

/** Characters of a day without a time. */
const dayLength = 'yyyy-mm-dd'.length;

/** A day, with the time in its title where it has one; a dash for none. */
export function Day(props: { at: string | null }): ReactNode {
  const day = useFormatDate('day');
  const moment = useFormatDate('moment');
  if (props.at === null) return '–';
  return (
    <time
      dateTime={props.at}
      title={props.at.length > dayLength ? moment(props.at) : undefined}
      className={styles.quiet}
    >
      {day(props.at)}
    </time>
  );
}

/** In use or not: glyph and word. */
export function Enabled(props: { on: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <span className={`${word.word} ${props.on ? word.ok : word.off}`}>
      <Icon path={props.on ? mdiCheckCircleOutline : mdiMinusCircleOutline} size={16} />
      {t(props.on ? 'common.enabled' : 'common.disabled')}
    </span>
  );
}

export function Yes(props: { on: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  return <span className={styles.quiet}>{props.on ? t('common.yes') : '–'}</span>;
}

export function Quiet(props: { children: ReactNode; title?: string }): ReactNode {
  const empty = props.children === '' || props.children === null || props.children === undefined;
  return (
    <span className={styles.quiet} title={props.title}>
      {empty ? '–' : props.children}
    </span>
  );
}

/** A name, whole in its title where the column cuts it. */
export function Strong(props: { children: string }): ReactNode {
  return (
    <span className={styles.strong} title={props.children}>
      {props.children}
    </span>
  );
}

/** Serial numbers, hashes, addresses. */
export function Mono(props: { children: string; title?: string }): ReactNode {
  return (
    <span className={styles.mono} title={props.title}>
      {props.children === '' ? '–' : props.children}
    </span>
  );
}

export function Tag(props: { children: ReactNode; marked?: boolean }): ReactNode {
  return <span className={`${styles.tag} ${props.marked ? styles.marked : ''}`}>{props.children}</span>;
}
