import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../app/fake-server.ts';
import { renderForTest } from '../app/render-for-test.tsx';
import { useDownload } from './download.ts';

function Downloads(props: { ids: readonly number[] }): ReactNode {
  const download = useDownload();
  return (
    <button type="button" onClick={() => download.mutate({ ids: props.ids, type: 'decoded' })}>
      CSV
    </button>
  );
}

/** Asks for a download; answers what the server was asked and under which names files were saved. */
async function download(ids: readonly number[], filename: string) {
  const { client, given } = fakeServer({ downloadRecordFile: { filename, body: new Uint8Array([1]) } });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await renderForTest(<Downloads ids={ids} />, client);
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  return { asked: given('downloadRecordFile'), saved };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a download', () => {
  it('of one record is one file', async () => {
    const { asked, saved } = await download([4], 'skiff.csv');
    expect(asked).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: {} }]);
    expect(saved).toEqual(['skiff.csv']);
  });

  it('of several records is one zip', async () => {
    const { asked, saved } = await download([4, 5, 6], 'sillage_3_decoded.zip');
    expect(asked).toEqual([{ params: { id: 4, fileType: 'decoded' }, body: { ids: [4, 5, 6] } }]);
    expect(saved).toEqual(['sillage_3_decoded.zip']);
  });
});
