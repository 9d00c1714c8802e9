import { mdiArrowLeft } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useUser } from '../services.tsx';
import { DevicesCount, HubState, useHubSummary } from './hub-state.tsx';
import styles from './page.module.css';
import { UserMenu } from './user-menu.tsx';

interface PageProps {
  readonly title: string;
  /** The screens above this one, for the breadcrumb; the last is where the phone's back arrow leads. */
  readonly parents?: readonly { readonly label: string; readonly to: '/' | '/realtime' }[];
  /** Icon buttons at the right of the phone's app bar. */
  readonly phoneActions?: ReactNode;
  /** Beside the title where there is room: a star, what kind of thing this is. */
  readonly besideTitle?: ReactNode;
  /** The phone's app bar where it says less than the page's title: two short lines. */
  readonly phoneTitle?: { readonly title: string; readonly summary: string };
  readonly children: ReactNode;
}

/** A screen inside the frame: its header (client, title, devices, hub, user) and its content. */
export function Page(props: PageProps): ReactNode {
  const size = useScreenSize();
  const { t } = useTranslation('app');
  useEffect(() => {
    document.title = `${props.title} – ${t('product')}`;
  }, [props.title, t]);
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
  const user = useUser();
  return (
    <header className={styles.header}>
      <span className={styles.client}>
        <span className={styles.clientLogo} aria-hidden="true">
          {capitals(user.client_name)}
        </span>
        <span className={styles.clientName}>{user.client_name}</span>
      </span>
      <div className={styles.crumbs}>
        {props.parents?.map((parent) => (
          <span key={parent.to} className={styles.crumb}>
            <span className={styles.slash}>/</span>
            <Link to={parent.to}>{parent.label}</Link>
          </span>
        ))}
        <span className={styles.slash}>/</span>
        <h1 title={props.title}>{props.title}</h1>
        {props.besideTitle}
      </div>
      <span className={styles.spacer} />
      <DevicesCount />
      <HubState />
      <UserMenu />
    </header>
  );
}

function AppBar(props: PageProps): ReactNode {
  const { t } = useTranslation('app');
  const summary = useHubSummary();
  const back = props.parents?.at(-1);
  return (
    <header className={styles.appBar} data-navy="">
      {back && (
        <IconButton component={Link} to={back.to} aria-label={t('header.back')} className={styles.onNavy}>
          <Icon path={mdiArrowLeft} size={24} />
        </IconButton>
      )}
      <div className={styles.appTitle}>
        <h1>{props.phoneTitle?.title ?? props.title}</h1>
        <div className={styles.summary}>{props.phoneTitle?.summary ?? summary}</div>
      </div>
      <span className={styles.onNavy}>{props.phoneActions}</span>
      <UserMenu />
    </header>
  );
}

function capitals(name: string): string {
  const words = name.split(/[\s'’-]+/).filter((word) => word.length > 0);
  const first = words[0]?.charAt(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : '';
  return (first + last).toUpperCase();
}
