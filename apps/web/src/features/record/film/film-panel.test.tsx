import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../../testing/with-open-record.tsx';
import { OpenRecordProvider, useOpenRecord } from '../open-record.ts';
import { usePlayedCursor } from '../use-played-cursor.ts';
import { useViewSettings } from '../view-settings.ts';
import FilmPanel from './film-panel.tsx';
import { useFilmBeside } from './use-film-beside.ts';

const withFilm = (offset: number) =>
  makeRecord({
    duration: 100,
    videos: [{ id: 7, basename: 'depart.mp4', duration: 100, fps: 25, offset_seconds: offset }],
  });

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  useViewSettings.setState({ film: true });
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(1);
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(100);
  let paused = true;
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => paused);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(this: HTMLMediaElement) {
    paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    if (paused) return;
    paused = true;
    this.dispatchEvent(new Event('pause'));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

function Beside(): ReactNode {
  const open = useOpenRecord();
  const { shown, played: clock } = useFilmBeside(open.record, open.view);
  const played = usePlayedCursor(open.view, clock);
  return (
    <OpenRecordProvider value={{ ...open, film: shown, played }}>
      <output>{played.isPlaying ? 'curves play' : 'curves rest'}</output>
      <FilmPanel />
    </OpenRecordProvider>
  );
}

async function show(offset = 0): Promise<HTMLVideoElement> {
  await renderForTest(
    <WithOpenRecord record={withFilm(offset)}>
      <Beside />
    </WithOpenRecord>,
  );
  const picture = await screen.findByLabelText('Image du film');
  if (!(picture instanceof HTMLVideoElement)) throw new Error('no picture');
  return picture;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('without one cursor the film plays and stops alone', async () => {
  const picture = await show();
  await press('Lecture (espace)');
  expect(screen.getByText('curves play')).toBeTruthy();
  await press('Un seul curseur pour le film et les courbes');
  expect(screen.getByText('curves rest')).toBeTruthy();
  expect(picture.paused).toBe(true);
  await press('Lecture du film');
  expect(picture.paused).toBe(false);
  expect(screen.getByText('curves rest')).toBeTruthy();
  await press('Arrêter le film');
  expect(picture.paused).toBe(true);
});

it('curves stand when the film is stepped or paused from elsewhere, and go on with it', async () => {
  const picture = await show();
  await press('Lecture (espace)');
  expect(screen.getByText('curves play')).toBeTruthy();
  await press('Image suivante (.)');
  expect(screen.getByText('curves rest')).toBeTruthy();
  await act(() => picture.play());
  expect(screen.getByText('curves play')).toBeTruthy();
  act(() => picture.pause());
  expect(screen.getByText('curves rest')).toBeTruthy();
});

it('keys of the field of an offset are the field’s: Alt and an arrow move no film there', async () => {
  await show(1234.5);
  await press('Caler le film');
  const field = screen.getByRole('textbox', { name: 'Décalage du film' });
  expect(field).toHaveProperty('value', '1234,500');
  expect(fireEvent.keyDown(field, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(field).toHaveProperty('value', '1234,500');
  expect(fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true })).toBe(false);
  expect(field).toHaveProperty('value', '1234,460');
});
