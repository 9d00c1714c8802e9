import { NetworkError } from '@sillage/client';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../base/notify.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { RestartDialog } from './restart-dialog.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useNotices.setState({ waiting: [] });
});

/** A server that is asked to restart, and is there or away. */
function makeServer() {
  const state = { away: false };
  const server = fakeServer({
    restartServer: { seconds: 10 },
    health: () => {
      if (state.away) throw new NetworkError('away');
      return { status: 'ok' };
    },
  });
  return { state, server: server, asked: () => server.given('restartServer').map(({ body }) => body) };
}

const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('restarting', () => {
  it('asks first, with the focus on Cancel, and restarts nothing when cancelled', async () => {
    const server = makeServer();
    const onClose = vi.fn();
    await renderForTest(<RestartDialog what="app" name="Mallette 07" onClose={onClose} />, server.server);
    const cancel = await screen.findByRole('button', { name: 'Annuler' });
    expect(document.activeElement).toBe(cancel);
    fireEvent.click(cancel);
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.asked()).toEqual([]);
  });

  it('waits while the server is away and goes on once it answers again', async () => {
    const server = makeServer();
    const onClose = vi.fn();
    await renderForTest(<RestartDialog what="app" name="Mallette 07" onClose={onClose} />, server.server);
    fireEvent.click(await screen.findByRole('button', { name: 'Redémarrer l’application' }));
    expect(await screen.findByText('L’application redémarre')).toBeTruthy();
    expect(server.asked()).toEqual([{ what: 'app' }]);
    await later(2);
    expect(onClose).not.toHaveBeenCalled();
    server.state.away = true;
    await later(4);
    expect(onClose).not.toHaveBeenCalled();
    server.state.away = false;
    await later(2);
    expect(onClose).toHaveBeenCalledOnce();
    expect(useNotices.getState().waiting).toEqual([{ kind: 'success', text: 'Mallette 07 répond à nouveau.' }]);
  });

  it('says when it takes longer than foreseen, and lets go', async () => {
    const server = makeServer();
    const onClose = vi.fn();
    await renderForTest(<RestartDialog what="app" name="Mallette 07" onClose={onClose} />, server.server);
    fireEvent.click(await screen.findByRole('button', { name: 'Redémarrer l’application' }));
    await screen.findByText('L’application redémarre');
    server.state.away = true;
    await later(22);
    expect(screen.getByRole('status').textContent).toMatch(/^Plus long que prévu/);
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('does not wait for a hub that was switched off', async () => {
    const server = makeServer();
    await renderForTest(<RestartDialog what="poweroff" name="Mallette 07" onClose={() => undefined} />, server.server);
    fireEvent.click(await screen.findByRole('button', { name: 'Éteindre la mallette' }));
    expect(await screen.findByText('Mallette 07 s’éteint')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
