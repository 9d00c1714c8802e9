import { describe, expect, test } from 'vitest';
import { contrast } from '../charts/colours.ts';
import { type TokenName, tokens } from './tokens.ts';

/** WCAG 2.2 AA: text 4.5:1; controls, glyphs and curves 3:1. */
const textPairs: readonly (readonly [ink: TokenName, ground: TokenName])[] = [
  ...(['bg', 'surface', 'raised', 'hover', 'sel', 'headerbar-bg', 'toolbar-bg2'] as const).flatMap((ground) => [
    ['ink', ground] as const,
    ['ink-2', ground] as const,
  ]),
  ...(['bg', 'surface', 'headerbar-bg', 'toolbar-bg2'] as const).map((ground) => ['ink-3', ground] as const),
  ...(['surface', 'bg', 'raised', 'primary-soft'] as const).map((ground) => ['primary-ink', ground] as const),
  ...(['surface', 'bg', 'ok-soft'] as const).map((ground) => ['ok-ink', ground] as const),
  ...(['surface', 'bg', 'rec-soft'] as const).map((ground) => ['rec-ink', ground] as const),
  ...(['surface', 'bg', 'warn-soft'] as const).map((ground) => ['warn-ink', ground] as const),
  ...(['surface', 'bg', 'err-soft'] as const).map((ground) => ['err-ink', ground] as const),
  ['nav-ink', 'toolbar-bg'],
  ['nav-ink-2', 'toolbar-bg'],
  ['pop-ink', 'pop'],
  ['pop-ink-2', 'pop'],
  ['nav-ink', 'primary'],
  ['nav-ink', 'primary-hover'],
  ['nav-ink', 'rec-fill'],
  ['nav-ink', 'err-fill'],
  ['axis', 'plot'],
];

const curves = ['c-left', 'c-right', 'c-total', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10'] as const;
const shapePairs: readonly (readonly [TokenName, TokenName])[] = [
  ...curves.map((curve) => [curve, 'plot'] as const),
  ['outline', 'surface'],
  ['primary-ink', 'surface'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(textPairs)('%s on %s can be read', (ink, ground) => {
    expect(contrast(tokens[theme][ink], tokens[theme][ground])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(shapePairs)('%s stands out on %s', (shape, ground) => {
    expect(contrast(tokens[theme][shape], tokens[theme][ground])).toBeGreaterThanOrEqual(3);
  });
});

test('the specified colours are the fills of both themes', () => {
  const specified = { primary: '#3f51b5', secondary: '#2196f3', error: '#f44336', warning: '#ffc107', info: '#03a9f4' };
  expect(tokens.light).toMatchObject({ ...specified, success: '#4caf50', 'toolbar-bg': '#022E43' });
  expect(tokens.dark).toMatchObject({ ...specified, success: '#4caf50', 'toolbar-bg': '#222222' });
});
