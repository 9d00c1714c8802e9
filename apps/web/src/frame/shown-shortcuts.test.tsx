import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeParameter } from '../testing/make-parameter.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { useShownShortcuts } from './shown-shortcuts.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function AnyButton(): ReactNode {
  useShownShortcuts();
  return (
    <button type="button">
      Télécharger <KeyHint>D</KeyHint>
    </button>
  );
}

it.each([
  { value: false, shown: false },
  { value: true, shown: true },
])('keys stand beside what they do unless show_shortcuts is false: $value', async ({ value, shown }) => {
  const style = document.createElement('style');
  style.textContent = await readFile(join(import.meta.dirname, '../theme/base.css'), 'utf8');
  document.head.append(style);
  const parameter = makeParameter({ name: 'show_shortcuts', type: 'bool', value });
  await renderForTest(<AnyButton />, fakeServer({ readParameter: parameter }));
  const key = await screen.findByText('D');
  await expect.poll(() => document.documentElement.dataset.shortcuts).toBe(shown ? 'shown' : 'hidden');
  expect(getComputedStyle(key).display !== 'none').toBe(shown);
  style.remove();
});
