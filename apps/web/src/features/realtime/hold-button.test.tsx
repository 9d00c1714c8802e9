import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HoldButton, holdMs } from './hold-button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const onHeld = vi.fn();
  render(<HoldButton onHeld={onHeld}>Arrêter</HoldButton>);
  return { onHeld, button: screen.getByRole('button') };
}

test('what is held for a second happens once, what is let go before does not', () => {
  const { onHeld, button } = show();
  fireEvent.pointerDown(button);
  vi.advanceTimersByTime(holdMs - 1);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
  vi.advanceTimersByTime(holdMs);
  expect(onHeld).not.toHaveBeenCalled();
  fireEvent.pointerDown(button);
  vi.advanceTimersByTime(holdMs);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
  expect(onHeld).toHaveBeenCalledTimes(1);
});

test('a keyboard presses it at once', () => {
  const { onHeld, button } = show();
  fireEvent.click(button, { detail: 0 });
  expect(onHeld).toHaveBeenCalledTimes(1);
});
