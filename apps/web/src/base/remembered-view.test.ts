import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetUser } from './forget-user.ts';
import { readRememberedViews, rememberView, useRememberedView } from './remembered-view.ts';

test('pages open at their first view, until another one was open', () => {
  expect(readRememberedViews(null)).toEqual({ settings: 'general', admin: 'clients', about: 'notice' });
  rememberView('admin', 'users');
  expect(renderHook(() => useRememberedView('admin')).result.current).toBe('users');
  expect(readRememberedViews(localStorage.getItem('sillage.views'))).toMatchObject({ admin: 'users', about: 'notice' });
  forgetUser();
  expect(renderHook(() => useRememberedView('admin')).result.current).toBe('clients');
});

test('a view that no longer exists, or cannot be read, is the first', () => {
  expect(readRememberedViews('{"admin":"gone","about":"terms"}')).toMatchObject({ admin: 'clients', about: 'terms' });
  expect(readRememberedViews('{')).toMatchObject({ admin: 'clients' });
});
