import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { OpenRecordProvider, useOpenRecord } from './open-record.ts';
import { PictureButton } from './picture-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function On(props: { graphs: HTMLElement }) {
  return (
    <OpenRecordProvider value={{ ...useOpenRecord(), graphs: { current: props.graphs } }}>
      <PictureButton />
    </OpenRecordProvider>
  );
}

/** What was written where; a page of tests draws nothing. */
function watchPen(blob: Blob | null) {
  const written: string[] = [];
  const pen = new Proxy(
    { fillText: (text: string) => written.push(text) },
    { get: (own, name) => (name === 'fillText' ? own.fillText : () => undefined), set: () => true },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(blob));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 100));
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 60, 12));
  return written;
}

async function openOn(page: string) {
  const graphs = document.createElement('section');
  graphs.innerHTML = page;
  document.body.append(graphs);
  const record = makeRecord({ basename: 'Sortie', users: [] });
  await renderForTest(
    <WithOpenRecord record={record}>
      <On graphs={graphs} />
    </WithOpenRecord>,
    fakeServer({}),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les graphiques en image (PNG)' }));
}

const graph = `<figure><figcaption><span data-line="solid"></span><b>Force</b> <i>N</i><b data-cursor>512</b>
  <span data-hidden="true"><b>Puissance</b></span></figcaption><canvas></canvas></figure>`;

it('saves the graphs with their legends, of curves that are drawn and without what a cursor says, and says of what they are', async () => {
  const written = watchPen(new Blob(['png']));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  await openOn(graph);
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(written).toEqual(['Sortie', expect.stringContaining(' → '), 'Force', 'N']);
  expect(saved.mock.contexts[0]).toHaveProperty('download', 'Sortie.png');
});

it('says where the browser makes no picture', async () => {
  watchPen(null);
  await openOn(graph);
  await vi.waitFor(() =>
    expect(useNotices.getState().waiting.at(-1)?.text).toBe('Le navigateur n’a pas fait d’image des graphiques.'),
  );
});
