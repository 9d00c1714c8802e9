import type { ThemeOptions } from '@mui/material/styles';
import { Chevron } from '../ui/chevron.tsx';
import { controlHeight } from './control-height.ts';
import { menuPaper } from './menu-paper.ts';

/** What takes a value: underlined fields, choices, switches. */
export const fieldLooks = {
  MuiTextField: { defaultProps: { variant: 'standard', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'standard' } },
  MuiSelect: {
    defaultProps: { variant: 'standard', IconComponent: Chevron },
    // Half of the chevron's 20 px: MUI reckons with the font's size.
    styleOverrides: { icon: { top: 'calc(50% - 10px)' } },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        fontSize: 11,
        lineHeight: '16px',
        color: 'var(--ink-3)',
        transform: 'none',
        maxWidth: '100%',
        '&.Mui-focused': { color: 'var(--primary-ink)' },
        '&.Mui-error': { color: 'var(--err-ink)' },
      },
    },
  },
  MuiInput: {
    styleOverrides: {
      root: {
        minHeight: controlHeight,
        fontSize: 14,
        'label + &': { marginTop: 16 },
        '&:before': { borderBottomColor: 'var(--outline)' },
        '&:hover:not(.Mui-disabled, .Mui-error):before': { borderBottom: '1px solid var(--ink-2)' },
        '&:after': { borderBottomColor: 'var(--primary-ink)' },
        '&.Mui-error:before, &.Mui-error:after': { borderBottomColor: 'var(--err-ink)' },
      },
      input: { padding: '4px 0', height: 'auto', '&::placeholder': { color: 'var(--ink-3)', opacity: 1 } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        fontSize: 11,
        lineHeight: '16px',
        marginTop: 4,
        color: 'var(--ink-3)',
        '&.Mui-error': { color: 'var(--err-ink)' },
      },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        padding: 7,
        borderRadius: 4,
        color: 'var(--outline)',
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: 'var(--primary-ink)' },
      },
    },
  },
  // The pill is drawn in a press area as high as a control.
  MuiSwitch: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { width: 48, height: controlHeight, padding: 0, flex: 'none', alignItems: 'center' },
      switchBase: {
        top: 'calc(50% - 7px)',
        left: 10,
        padding: 0,
        color: '#fff',
        '&.Mui-checked': { color: '#fff', transform: 'translateX(14px)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: 'var(--primary)' },
        '&.Mui-disabled': { color: '#fff' },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
        '&.Mui-focusVisible': { outline: 'none' },
        '&.Mui-focusVisible + .MuiSwitch-track': {
          outline: '2px solid var(--primary-ink)',
          outlineOffset: 2,
        },
      },
      input: {
        top: `calc((14px - ${controlHeight}) / 2)`,
        left: -24,
        width: 62,
        height: controlHeight,
      },
      thumb: { width: 14, height: 14, boxShadow: 'none' },
      track: {
        width: 34,
        height: 20,
        margin: '0 7px',
        borderRadius: 10,
        opacity: 1,
        backgroundColor: 'var(--outline)',
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: menuPaper,
      // The chevron ends where the one of a choice does; its press area is as high as a control.
      popupIndicator: { marginRight: `calc((20px - ${controlHeight}) / 2)` },
      option: { '&.MuiAutocomplete-option': { minHeight: 'var(--menu-row)', fontSize: 13 } },
      noOptions: { fontSize: 13, color: 'var(--ink-2)' },
      loading: { fontSize: 13, color: 'var(--ink-2)' },
    },
  },
} satisfies ThemeOptions['components'];
