import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenView } from '../base/open-view.ts';
import type { PageWithViews, View } from '../base/remembered-view.ts';
import { glideTo } from '../ui/glide-to.ts';
import { Icon } from '../ui/icon.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { Page } from './page.tsx';
import styles from './sectioned-page.module.css';

/** One sub-view of a page. */
export interface PageSection<P extends PageWithViews> {
  readonly name: View<P>;
  readonly icon: string;
  readonly content: ReactNode;
  /** Fills the whole room, to its edges: it has toolbars and scrolls of its own. */
  readonly whole?: boolean;
}

/** A page of a few sub-views: a list at the left, tabs where there is no room; each has its address. */
export function SectionedPage<P extends 'settings' | 'about'>(props: {
  page: P;
  sections: readonly PageSection<P>[];
}): ReactNode {
  const { t } = useTranslation('app');
  const shown = useOpenView(
    props.page,
    props.sections.map(({ name }) => name),
  );
  const phone = useScreenSize() === 'phone';
  const open = props.sections.find(({ name }) => name === shown);
  const title = t(`nav.${props.page}`);
  const tabs = useRef<HTMLElement>(null);
  const openName = open?.name;
  // On a phone not every tab has room: the open one is brought into view.
  useEffect(() => {
    if (openName) glideTo(tabs.current?.querySelector('[aria-current]'), { block: 'nearest', inline: 'center' });
  }, [openName]);
  const words = (name: View<P>) => t(`views.${props.page}.${name}` as never);
  if (open === undefined) return null;
  return (
    <Page
      title={phone ? title : words(open.name)}
      tabTitle={words(open.name)}
      {...(!phone && { parents: [{ label: title, to: `/${props.page}` as '/settings' | '/about' }] })}
    >
      <div className={styles.split}>
        <nav ref={tabs} className={styles.list} aria-label={title}>
          {props.sections.map(({ name, icon }) => (
            <Link
              key={name}
              to={`/${props.page}/$view` as '/settings/$view' | '/about/$view'}
              params={{ view: name }}
              className={styles.entry}
              aria-current={name === open.name ? 'page' : undefined}
            >
              <span className={styles.icon}>
                <Icon path={icon} size={18} />
              </span>
              {words(name)}
            </Link>
          ))}
        </nav>
        <div className={open.whole ? styles.whole : styles.content}>{open.content}</div>
      </div>
    </Page>
  );
}
