import type { ThemeOptions } from '@mui/material/styles';
import { menuPaper } from './menu-paper.ts';

/** What lies above the page: dialogs, menus, tooltips. */
export const surfaceLooks = {
  MuiDialog: {
    defaultProps: { transitionDuration: { enter: 225, exit: 125 } },
    styleOverrides: {
      paper: {
        width: '100%',
        maxWidth: 500,
        margin: 16,
        borderRadius: 12,
        backgroundColor: 'var(--raised)',
        backgroundImage: 'none',
        boxShadow: 'var(--e24)',
        border: '1px solid var(--dialog-edge)',
        // The fields scroll, the buttons of the form stay in view.
        '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
      },
      // Of the window, whatever others are.
      paperFullScreen: { maxWidth: 'none', margin: 0, borderRadius: 0, border: 0 },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)' } } },
  },
  MuiDialogTitle: { styleOverrides: { root: { padding: '20px 24px 4px', fontSize: 18, lineHeight: '26px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '12px 24px 8px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 16px 16px', gap: 8 } } },
  MuiMenu: {
    styleOverrides: {
      paper: menuPaper,
      list: { padding: '6px 0' },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        // Doubled: MUI makes its rows lower from 600 px on.
        '&.MuiMenuItem-root': { minHeight: 'var(--menu-row)' },
        padding: '4px 16px',
        gap: 12,
        fontSize: 13,
        whiteSpace: 'normal',
        overflowWrap: 'break-word',
        '& svg': { width: 18, height: 18, color: 'var(--ink-2)' },
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: { tooltip: { backgroundColor: 'var(--pop)', color: 'var(--pop-ink)', fontSize: 12 } },
  },
} satisfies ThemeOptions['components'];
