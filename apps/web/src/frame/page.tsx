import { mdiArrowLeft, mdiMagnify } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../base/load-part.ts';
import { Icon } from '../ui/icon.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { ActivityBell } from './activity-bell.tsx';
import { ClientSwitcher } from './client-switcher.tsx';
import { useTitleOfPage } from './document-title.ts';
import { DevicesCount, HubState, HubSummary } from './hub-state.tsx';
import { openPart } from './open-parts.ts';
import styles from './page.module.css';
import { RecordingChip } from './recording.tsx';
import type { Screen } from './screens.ts';
import { UserMenu } from './user-menu.tsx';

const StartRecord = lazyPart(() => import('./start-record.tsx'));

interface PageProps {
  readonly title: string;
  /** Of the browser's tab, where it says more than the heading. */
  readonly tabTitle?: string;
  /**
   * What the title is made of where the screen is about one thing: its name is never cut, the detail shrinks
   * first, and the header makes room for both.
   */
  readonly subject?: { readonly name: string; readonly detail: string } | undefined;
  /** The screens above this one, for the breadcrumb; the last is where the phone's back arrow leads. */
  readonly parents?: readonly { readonly label: string; readonly to: Screen['to'] }[];
  /** Icon buttons at the right of the phone's app bar. */
  readonly phoneActions?: ReactNode;
  /** Before the title: to the things beside this one. */
  readonly beforeTitle?: ReactNode;
  /** Beside the title where there is room: a star, what kind of thing this is. */
  readonly besideTitle?: ReactNode;
  /** The phone's app bar where it says less than the page's title: two short lines. */
  readonly phoneTitle?: { readonly title: string; readonly summary: string };
  readonly children: ReactNode;
}

/** A screen inside the frame: its header (client, title, devices, hub, user) and its content. */
export function Page(props: PageProps): ReactNode {
  const size = useScreenSize();
  useTitleOfPage(props.tabTitle ?? props.title);
  return (
    <>
      {size === 'phone' ? <AppBar {...props} /> : <Header {...props} />}
      <main id="content" tabIndex={-1} className={styles.content}>
        {props.children}
      </main>
    </>
  );
}

function Header(props: PageProps): ReactNode {
  return (
    <header className={styles.header} data-subject={props.subject !== undefined}>
      <ClientSwitcher />
      <div className={styles.crumbs}>
        {props.parents?.map((parent) => (
          <span key={parent.to} className={styles.crumb}>
            <span className={styles.slash} aria-hidden="true">
              /
            </span>
            <Link to={parent.to}>
              <span className={styles.back}>
                <Icon path={mdiArrowLeft} />
              </span>
              <span className={styles.parent}>{parent.label}</span>
            </Link>
          </span>
        ))}
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        {props.beforeTitle}
        <h1 title={props.title} className={props.subject && styles.subject}>
          {props.subject === undefined ? (
            props.title
          ) : (
            <>
              <b>{props.subject.name}</b> <span>{props.subject.detail}</span>
            </>
          )}
        </h1>
        {props.besideTitle}
      </div>
      <span className={styles.spacer} />
      <StartRecording />
      <RecordingChip />
      <SearchButton />
      <DevicesCount />
      <HubState />
      <ActivityBell />
      <UserMenu />
    </header>
  );
}

/** On the start page: the next record is one press away. */
function StartRecording(): ReactNode {
  const onStartPage = useRouterState({ select: ({ location }) => location.pathname === '/' });
  return onStartPage ? (
    <Suspense>
      <StartRecord />
    </Suspense>
  ) : null;
}

/** Opens the palette. */
function SearchButton(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <button type="button" className={styles.search} onClick={() => openPart('palette')}>
      <Icon path={mdiMagnify} size={18} />
      <span className={styles.searchWords}>{t('palette.hint')}</span>
      <span className={styles.searchKeys} aria-hidden="true" data-key-hint="">
        <kbd>{t('shortcuts.keyCtrl')}</kbd>
        <kbd>K</kbd>
      </span>
    </button>
  );
}

function AppBar(props: PageProps): ReactNode {
  const { t } = useTranslation('app');
  const back = props.parents?.at(-1);
  return (
    <header className={styles.appBar} data-navy="">
      {back && (
        <IconButton component={Link} to={back.to} aria-label={t('header.back')}>
          <Icon path={mdiArrowLeft} size={24} />
        </IconButton>
      )}
      <div className={styles.appTitle}>
        <h1>{props.phoneTitle?.title ?? props.title}</h1>
        <div className={styles.summary}>{props.phoneTitle?.summary ?? <HubSummary />}</div>
      </div>
      <StartRecording />
      <RecordingChip />
      {props.phoneActions}
      <UserMenu />
    </header>
  );
}
