import { enUS, frFR } from '@mui/material/locale';
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type { Language } from '@sillage/contract';
import { fontFamily, type ThemeName, tokens } from '../base/tokens.ts';
import { buttonLooks } from './buttons.ts';
import { fieldLooks } from './fields.ts';
import { surfaceLooks } from './surfaces.ts';

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

/** What MUI itself says, such as "No options" and the names of the buttons in a field. */
const ownWords = { fr: frFR, en: enUS } as const;

/** The MUI theme of a theme name: a fixed palette for fills, inks for text. */
export function makeTheme(name: ThemeName, language: Language): Theme {
  const token = tokens[name];
  const design = {
    breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } },
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
    components: { ...buttonLooks, ...fieldLooks, ...surfaceLooks },
  } satisfies ThemeOptions;
  return createTheme(design, ownWords[language]);
}
