import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAppearance } from '../base/appearance.ts';
import { tokens } from '../base/tokens.ts';
import { named, palette } from '../charts/colours.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { makeTheme } from '../theme/theme.ts';

const container = vi.hoisted(() => vi.fn((_: object) => null));
vi.mock('react-toastify', async (original) => ({ ...(await original<object>()), ToastContainer: container }));

afterEach(cleanup);

describe('the constants of the product that are on screen', () => {
  it('are its breakpoints and durations', () => {
    const { breakpoints, transitions } = makeTheme('light', 'fr');
    expect(breakpoints.values).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 });
    expect(transitions.duration).toMatchObject({ enteringScreen: 225, leavingScreen: 125 });
  });

  it('are its colours, light first', () => {
    expect(readAppearance(null)).toMatchObject({ theme: 'light', language: 'fr' });
    expect(tokens.light).toMatchObject({
      primary: '#3f51b5',
      secondary: '#2196f3',
      error: '#f44336',
      warning: '#ffc107',
      info: '#03a9f4',
      success: '#4caf50',
      'headerbar-bg': '#F8F8F8',
      'toolbar-bg': '#022E43',
      'toolbar-bg2': '#ffffff',
      'light-grey': '#f4f4f4',
    });
    expect(tokens.dark).toMatchObject({ 'toolbar-bg': '#222222', 'toolbar-bg2': '#222222', 'light-grey': '#444444' });
  });

  it('are the 20 colours of curves and the three that mean something', () => {
    expect(new Set(palette).size).toBe(20);
    expect(Object.values(named).sort()).toEqual(['#2ca02c', '#5160BB', '#d62728']);
  });

  it('are its toasts: 5 s, 20 at most, bottom centre, no progress bar, away with a swipe of 60 %', async () => {
    const { default: Toasts } = await import('../frame/toasts.tsx');
    await renderForTest(<Toasts />);
    await waitFor(() => expect(container).toHaveBeenCalled());
    expect(container.mock.calls.at(-1)?.[0]).toMatchObject({
      position: 'bottom-center',
      autoClose: 5000,
      limit: 20,
      hideProgressBar: true,
      draggablePercent: 60,
    });
  });
});
