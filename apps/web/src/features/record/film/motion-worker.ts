import { Input, MP4, QTFF, UrlSource, VideoSampleSink, WEBM } from 'mediabunny';
import { z } from 'zod';
import { createDifferences, motionHeight, motionWidth } from './frame-differences.ts';

/** What the page asks for, once. */
const Asked = z.object({ address: z.string(), from: z.number(), to: z.number() });
/** What it hears: each frame with its difference, then the end; `cannot` where this browser cannot read the film so. */
export type Heard =
  | { readonly kind: 'frame'; readonly seconds: number; readonly value: number }
  | { readonly kind: 'end' | 'cannot' };

const tell = (heard: Heard): void => postMessage(heard);

async function measure({ address, from, to }: z.infer<typeof Asked>): Promise<Heard> {
  using input = new Input({ formats: [MP4, QTFF, WEBM], source: new UrlSource(address) });
  const track = await input.getPrimaryVideoTrack();
  const context = new OffscreenCanvas(motionWidth, motionHeight).getContext('2d', { willReadFrequently: true });
  if (track === null || context === null || !(await track.canDecode())) return { kind: 'cannot' };
  context.imageSmoothingQuality = 'medium';
  const difference = createDifferences();
  for await (const sample of new VideoSampleSink(track).samples(from, to)) {
    sample.draw(context, 0, 0, motionWidth, motionHeight);
    const seconds = sample.timestamp;
    sample.close();
    const value = difference(context.getImageData(0, 0, motionWidth, motionHeight).data);
    if (value !== undefined) tell({ kind: 'frame', seconds, value });
  }
  return { kind: 'end' };
}

addEventListener('message', ({ data }) => {
  measure(Asked.parse(data)).then(tell, () => tell({ kind: 'cannot' }));
});
