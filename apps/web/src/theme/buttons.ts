import type { ThemeOptions } from '@mui/material/styles';
import { controlHeight } from './control-height.ts';

/** What is pressed: buttons, switches between views, chips. */
export const buttonLooks = {
  MuiButtonBase: {
    styleOverrides: {
      // MUI's own `outline: 0` is as strong as a rule of the page, and comes later.
      root: { '&.Mui-focusVisible': { outline: '2px solid var(--focus-ring)', outlineOffset: 2 } },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, disableFocusRipple: true },
    styleOverrides: {
      root: {
        height: controlHeight,
        minWidth: 0,
        padding: '0 12px',
        gap: 6,
        borderRadius: 4,
        fontSize: 'var(--control-font)',
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        flex: 'none',
        '& svg': { width: 18, height: 18, marginLeft: -3 },
      },
      // The root's gap spaces icons.
      startIcon: { margin: 0 },
      sizeLarge: { height: 44, padding: '0 20px', fontSize: 14 },
      text: {
        padding: '0 8px',
        '&.MuiButton-colorPrimary': { color: 'var(--primary-ink)' },
        '&.MuiButton-colorInherit': { color: 'var(--ink-2)' },
        '&.MuiButton-colorError': { color: 'var(--err-ink)' },
        // The colours above are as strong as MUI's own of a disabled button.
        '&.Mui-disabled': { color: 'var(--ink-3)', opacity: 0.6 },
      },
      outlined: { borderColor: 'var(--line-2)', color: 'var(--ink)' },
      contained: {
        '&.MuiButton-colorPrimary:hover': { backgroundColor: 'var(--primary-hover)' },
        '&.MuiButton-colorError': { backgroundColor: 'var(--err-fill)' },
      },
    },
  },
  MuiIconButton: {
    defaultProps: { disableFocusRipple: true },
    styleOverrides: {
      root: {
        width: controlHeight,
        height: controlHeight,
        padding: 0,
        borderRadius: 4,
        color: 'var(--ink-2)',
        '&:hover': { backgroundColor: 'var(--hover)' },
        '&[aria-pressed=true]': { backgroundColor: 'var(--primary-soft)', color: 'var(--primary-ink)' },
      },
      sizeSmall: {
        position: 'relative',
        width: 'var(--control-small)',
        height: 'var(--control-small)',
        // A finger needs 44 px, also where the button has less room.
        '@media (pointer: coarse)': { '&::before': { content: '""', position: 'absolute', inset: -4 } },
      },
    },
  },
  // A wet finger meets the cross of a chip.
  MuiChip: {
    styleOverrides: {
      root: { '@media (pointer: coarse)': { height: 36 } },
      deleteIcon: { '@media (pointer: coarse)': { width: 24, height: 24 } },
    },
  },
  MuiToggleButtonGroup: { styleOverrides: { root: { height: controlHeight } } },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        gap: 6,
        // As wide as it is high at least: two letters are a target too.
        minWidth: controlHeight,
        padding: '0 10px',
        border: '1px solid var(--line-2)',
        borderRadius: 4,
        color: 'var(--ink-2)',
        fontSize: 'var(--control-font)',
        '& svg': { width: 18, height: 18 },
        '&:hover': { backgroundColor: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: 'var(--primary-soft)',
          color: 'var(--primary-ink)',
        },
      },
    },
  },
  MuiTab: { styleOverrides: { root: { minWidth: 0, minHeight: controlHeight, padding: '0 10px', fontSize: 13 } } },
} satisfies ThemeOptions['components'];
