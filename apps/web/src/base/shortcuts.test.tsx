import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useShortcut } from './shortcuts.ts';

afterEach(cleanup);

function Screen(props: { keyName: string; run: () => void; enabled?: boolean; children?: React.ReactNode }) {
  useShortcut(props.keyName, props.run, props.enabled ?? true);
  return <div>{props.children}</div>;
}

test('runs on its key, in either case', () => {
  const run = vi.fn();
  render(<Screen keyName="R" run={run} />);
  fireEvent.keyDown(document.body, { key: 'r' });
  fireEvent.keyDown(document.body, { key: 'R' });
  fireEvent.keyDown(document.body, { key: 's' });
  expect(run).toHaveBeenCalledTimes(2);
});

test('is ignored while typing, but not on a checkbox', () => {
  const run = vi.fn();
  render(
    <Screen keyName="R" run={run}>
      <input aria-label="name" />
      <textarea aria-label="comment" />
      <input type="checkbox" aria-label="tick" />
    </Screen>,
  );
  fireEvent.keyDown(screen.getByLabelText('name'), { key: 'r' });
  fireEvent.keyDown(screen.getByLabelText('comment'), { key: 'r' });
  expect(run).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('tick'), { key: 'r' });
  expect(run).toHaveBeenCalledOnce();
});

test('Enter belongs to the button that has the focus', () => {
  const run = vi.fn();
  render(
    <Screen keyName="Enter" run={run}>
      <button type="button">press</button>
    </Screen>,
  );
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  expect(run).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(run).toHaveBeenCalledOnce();
});

test('is ignored under a dialog', () => {
  const run = vi.fn();
  render(
    <Screen keyName="1" run={run}>
      <div role="dialog" aria-modal="true" />
    </Screen>,
  );
  fireEvent.keyDown(document.body, { key: '1' });
  expect(run).not.toHaveBeenCalled();
});

test('with Control is another key than without', () => {
  const undo = vi.fn();
  const letter = vi.fn();
  render(
    <Screen keyName="Ctrl+Z" run={undo}>
      <Screen keyName="Z" run={letter} />
    </Screen>,
  );
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect([undo.mock.calls.length, letter.mock.calls.length]).toEqual([1, 0]);
});

test('ends with its screen, and gives the key back to the one below', () => {
  const below = vi.fn();
  const above = vi.fn();
  render(<Screen keyName="R" run={below} />);
  const second = render(<Screen keyName="R" run={above} />);
  fireEvent.keyDown(document.body, { key: 'r' });
  second.unmount();
  fireEvent.keyDown(document.body, { key: 'r' });
  expect([above.mock.calls.length, below.mock.calls.length]).toEqual([1, 1]);
});

test('does nothing while not enabled', () => {
  const run = vi.fn();
  render(<Screen keyName="R" run={run} enabled={false} />);
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(run).not.toHaveBeenCalled();
});
