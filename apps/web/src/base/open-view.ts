import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type PageWithViews, rememberView, useRememberedView, type View, views } from './remembered-view.ts';
import { tellClosedSection } from './tell-closed.ts';

/** The words of an address after its page: `/settings/club/users` → `club`, `users`. */
function wordsAfter(page: PageWithViews, pathname: string): readonly string[] {
  const [, first, ...words] = pathname.split('/');
  return first === page ? words : [];
}

/**
 * The sub-view that a page shows: that of the address, else the remembered one, of those that the person may open. It is
 * remembered, and the address says it, so that it can be linked to and Back finds it.
 */
export function useOpenView<P extends PageWithViews>(page: P, offered: readonly View<P>[]): View<P> | undefined {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const remembered = useRememberedView(page);
  const words = wordsAfter(page, pathname);
  const open = offered.find((view) => view === words[0]) ?? offered.find((view) => view === remembered) ?? offered[0];
  useStandIn(open === undefined || words[0] === open ? undefined : page, `/${page}/${open}`, pathname);
  const closed = open !== undefined && words[0] !== open ? viewAt(page, pathname) : undefined;
  useEffect(() => {
    if (closed !== undefined) tellClosedSection();
  }, [closed]);
  useEffect(() => {
    if (open !== undefined) rememberView(page, open);
  }, [page, open]);
  return open;
}

/** Which table is open, of those that managers and coaches look after: `/settings/club/users`. */
export function useOpenTable(offered: readonly View<'admin'>[]): View<'admin'> | undefined {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const remembered = useRememberedView('admin');
  const [section, table] = wordsAfter('settings', pathname);
  const first = offered.find((view) => view === 'users') ?? offered[0];
  const open = offered.find((view) => view === table) ?? offered.find((view) => view === remembered) ?? first;
  useStandIn(section !== 'club' || table === open ? undefined : 'settings', `/settings/club/${open}`, pathname);
  useEffect(() => {
    if (open !== undefined) rememberView('admin', open);
  }, [open]);
  return open;
}

/** Puts the whole address in the place of one of this page that says less, or what the person may not open. */
function useStandIn(page: PageWithViews | undefined, address: string, pathname: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (page === undefined || !(pathname === `/${page}` || pathname.startsWith(`/${page}/`))) return;
    navigate({ to: address, replace: true }).catch(() => undefined);
  }, [page, address, pathname, navigate]);
}

/** Whether there is a sub-view of this name. */
export function isView<P extends PageWithViews>(page: P, name: string | undefined): name is View<P> {
  return views[page].some((view) => view === name);
}

/** The sub-view that an address names. */
export function viewAt<P extends PageWithViews>(page: P, pathname: string): View<P> | undefined {
  const [name] = wordsAfter(page, pathname);
  return isView(page, name) ? name : undefined;
}
