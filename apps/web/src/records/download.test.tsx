import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { useDownload } from './download.ts';

function Downloads(props: { ids: readonly number[] }): ReactNode {
  const download = useDownload();
  return (
    <button type="button" onClick={() => download.mutate({ ids: props.ids, type: 'decoded' })}>
      CSV
    </button>
  );
}

/** Asks for a download; answers what the server was asked and which addresses the browser was sent to. */
async function download(ids: readonly number[]) {
  const server = fakeServer({ linkRecordFile: { path: '/downloads/once' } });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  await renderForTest(<Downloads ids={ids} />, server);
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(followed).toHaveLength(1));
  expect(server.names()).not.toContain('downloadRecordFile');
  return { asked: server.given('linkRecordFile'), followed };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a download', () => {
  it('of one record is one file, which the browser streams past the memory of the page', async () => {
    const { asked, followed } = await download([4]);
    expect(asked).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: {} }]);
    expect(followed).toEqual(['http://sillage.test/api/downloads/once']);
  });

  it('of several records is one zip', async () => {
    const { asked } = await download([4, 5, 6]);
    expect(asked).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: { ids: [4, 5, 6] } }]);
  });
});
