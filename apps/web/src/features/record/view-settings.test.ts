import { beforeEach, expect, it } from 'vitest';
import { openWith, useViewSettings } from './view-settings.ts';

/** Whether the graphs stand apart: as shown, and as the browser remembers it. */
function apart() {
  const kept: unknown = JSON.parse(localStorage.getItem('sillage.recordView') ?? '{}');
  return { shown: useViewSettings.getState().multiple, kept: Reflect.get(Object(kept), 'multiple') };
}

beforeEach(() => {
  openWith({ zero: false, multiple: undefined });
  if (!useViewSettings.getState().multiple) useViewSettings.getState().toggle('multiple');
});

it('a link shows its graphs as they were, and leaves what the reader chose for other records', () => {
  openWith({ zero: false, multiple: false });
  expect(apart()).toEqual({ shown: false, kept: true });
  openWith({ zero: false, multiple: undefined });
  expect(apart()).toEqual({ shown: true, kept: true });
});

it('a link with graphs apart shows them so to a reader who likes one', () => {
  useViewSettings.getState().toggle('multiple');
  openWith({ zero: false, multiple: true });
  expect(apart()).toEqual({ shown: true, kept: false });
});

it('what the reader changes on the record of a link is kept', () => {
  openWith({ zero: false, multiple: true });
  useViewSettings.getState().toggle('multiple');
  expect(apart()).toEqual({ shown: false, kept: false });
});
