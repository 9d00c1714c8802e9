import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { Toolbar } from './toolbar.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
});

/** Presses the link of a view on a page that has no clipboard, as a hub's; answers what is said. */
async function copyLink(isAllowed: boolean): Promise<string | undefined> {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = vi.fn(() => isAllowed);
  useNotices.setState({ waiting: [] });
  await renderForTest(
    <WithOpenRecord record={makeRecord()}>
      <Toolbar panels={{ variables: true, sheet: true }} onPanel={() => undefined} />
    </WithOpenRecord>,
    fakeServer(),
  );
  const button = await screen.findByRole('button', { name: 'Copier le lien de cette vue' });
  button.focus();
  fireEvent.click(button);
  await vi.waitFor(() => expect(useNotices.getState().waiting).toHaveLength(1));
  expect(document.execCommand).toHaveBeenCalledWith('copy');
  expect(document.activeElement).toBe(button);
  return useNotices.getState().waiting[0]?.text;
}

it('copies on a page without a clipboard, as a hub’s, and keeps the focus', async () => {
  expect(await copyLink(true)).toMatch(/^Lien copié/);
});

it('says that a browser did not let it copy', async () => {
  expect(await copyLink(false)).toMatch(/^Le navigateur n’a pas permis la copie/);
});
