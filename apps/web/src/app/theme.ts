import { enUS, frFR } from '@mui/material/locale';
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import { Chevron } from '../ui/chevron.tsx';
import type { Language } from './appearance.ts';
import { fontFamily, type ThemeName, tokens } from './tokens.ts';

declare module '@mui/material/styles' {
  interface BreakpointOverrides {
    xxl: true;
  }
  interface Palette {
    recording: Palette['primary'];
  }
  interface PaletteOptions {
    recording?: PaletteOptions['primary'];
  }
}
declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    recording: true;
  }
}

const controlHeight = 'var(--control)';

function components(): NonNullable<Parameters<typeof createTheme>[0]>['components'] {
  return {
    MuiButton: {
      defaultProps: { disableElevation: true },
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
    // A wet finger meets the cross of a chip.
    MuiChip: {
      styleOverrides: {
        root: { '@media (pointer: coarse)': { height: 36 } },
        deleteIcon: { '@media (pointer: coarse)': { width: 24, height: 24 } },
      },
    },
    // The pill of DESIGN.md, in a press area as high as a control.
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
        paper: {
          borderRadius: 8,
          backgroundColor: 'var(--raised)',
          backgroundImage: 'none',
          boxShadow: 'var(--e8)',
          border: '1px solid var(--dialog-edge)',
        },
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
    MuiAutocomplete: {
      styleOverrides: {
        paper: {
          borderRadius: 8,
          backgroundColor: 'var(--raised)',
          backgroundImage: 'none',
          boxShadow: 'var(--e8)',
          border: '1px solid var(--dialog-edge)',
        },
        option: { '&.MuiAutocomplete-option': { minHeight: 'var(--menu-row)', fontSize: 13 } },
        noOptions: { fontSize: 13, color: 'var(--ink-2)' },
        loading: { fontSize: 13, color: 'var(--ink-2)' },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: { tooltip: { backgroundColor: 'var(--pop)', color: 'var(--pop-ink)', fontSize: 12 } },
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
  };
}

/** What MUI itself says, such as "No options" and the names of the buttons in a field. */
const ownWords = { fr: frFR, en: enUS } as const;

/** The MUI theme of a theme name: fixed palette of specification §9, inks of DESIGN.md §2. */
export function makeTheme(name: ThemeName, language: Language): Theme {
  const token = tokens[name];
  const design = {
    breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as never },
    palette: {
      mode: name,
      primary: { main: token.primary },
      secondary: { main: token.secondary },
      error: { main: token.error },
      warning: { main: token.warning },
      info: { main: token.info },
      success: { main: token.success },
      recording: { main: token['rec-fill'], dark: token['rec-fill'], contrastText: '#ffffff' },
      background: { default: token.bg, paper: token.surface },
      text: { primary: token.ink, secondary: token['ink-2'], disabled: token['ink-3'] },
      divider: token.line,
    },
    shape: { borderRadius: 4 },
    typography: {
      fontFamily,
      fontSize: 13,
      body1: { fontSize: 13, lineHeight: '20px' },
      body2: { fontSize: 12, lineHeight: '16px' },
      button: { textTransform: 'none', fontWeight: 500, fontSize: 13 },
    },
    transitions: { duration: { enteringScreen: 225, leavingScreen: 125, short: 120, shortest: 120 } },
    components: components() ?? {},
  } satisfies ThemeOptions;
  return createTheme(design, ownWords[language]);
}
