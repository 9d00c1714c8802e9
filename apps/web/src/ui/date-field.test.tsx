import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useAppearance } from '../base/appearance.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { DateField } from './date-field.tsx';
import { isDay } from './typed-day.ts';

let kept: string;

function Field(): ReactNode {
  const [value, setValue] = useState('2026-05-16');
  kept = value;
  return <DateField label="Du" value={value} onChange={(day) => setValue(isDay(day) ? day : '')} />;
}

afterEach(() => {
  cleanup();
  useAppearance.setState(useAppearance.getInitialState());
});

it('is typed as the person writes dates, whatever the browser’s language, and says what is wrong once left', async () => {
  useAppearance.setState({ language: 'fr' });
  await renderForTest(<Field />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Du' });
  expect(field.value).toBe('16/05/2026');
  expect(field.placeholder).toBe('jj/mm/aaaa');
  await userEvent.clear(field);
  expect(kept).toBe('');
  await userEvent.type(field, '31/02/2026');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toBe('Date invalide, jj/mm/aaaa');
  expect(field.value).toBe('31/02/2026');
  expect(kept).toBe('');
  await userEvent.clear(field);
  await userEvent.type(field, '1/6/2026');
  expect(kept).toBe('2026-06-01');
});

it('is picked from a month by keys alone', async () => {
  useAppearance.setState({ language: 'fr' });
  await renderForTest(<Field />);
  await userEvent.click(await screen.findByRole('textbox', { name: 'Du' }));
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const month = within(await screen.findByRole('dialog', { name: 'Du' }));
  expect(month.getByText('mai 2026')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('samedi 16 mai 2026');
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{PageDown}{Enter}');
  expect(kept).toBe('2026-06-24');
});
