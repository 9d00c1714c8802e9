import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { addCloudUrl, chooseCloud } from './cloud-urls.ts';
import { type CloudWatch, watchCloud } from './index.ts';

let test: TestAdministration;
let cloud: Server;
let url: string;
let answer: RequestListener;
let watch: CloudWatch | undefined;

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

beforeAll(async () => {
  test = await openTestAdministration();
  cloud = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve));
  const address = cloud.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  await addCloudUrl(test.database.db, { name: 'Cloud', url });
});
afterEach(async () => {
  await watch?.close();
  await chooseCloud(test.database.db, null);
});
afterAll(async () => {
  cloud.closeAllConnections();
  cloud.close();
  await test.close();
});

const open = () => {
  watch = watchCloud({ db: test.database.db, betweenMs: 10, answerMs: 200 });
  return watch;
};

it('follows the choice of a cloud, and whether it answers', async () => {
  const asked: string[] = [];
  answer = (request, response) => {
    asked.push(request.url ?? '');
    json({ back_type: 'cloud', version: '7.0.0' })(request, response);
  };
  const watching = open();
  expect(watching.state()).toBe('unset');
  await chooseCloud(test.database.db, url);
  await vi.waitFor(() => expect(watching.state()).toBe('online'));
  expect(new Set(asked)).toEqual(new Set(['/api/backend_info']));
  answer = (_, response) => void response.writeHead(503).end();
  await vi.waitFor(() => expect(watching.state()).toBe('offline'));
  await chooseCloud(test.database.db, null);
  await vi.waitFor(() => expect(watching.state()).toBe('unset'));
});

it.each<[string, RequestListener]>([
  ['never', () => undefined],
  ['with a sign-in page', (_, response) => void response.end('<html>Wi-Fi</html>')],
  ['as another hub', json({ back_type: 'hub' })],
  ['without an end', (_, response) => void response.write(Buffer.alloc(200_000, ' '))],
])('is offline where the address answers %s', async (_, answering) => {
  answer = json({ back_type: 'cloud' });
  await chooseCloud(test.database.db, url);
  const watching = open();
  await vi.waitFor(() => expect(watching.state()).toBe('online'));
  answer = answering;
  await vi.waitFor(() => expect(watching.state()).toBe('offline'));
});

it('is hardly asked while nobody wants to know, and again once somebody does', async () => {
  const asked: number[] = [];
  answer = (request, response) => {
    asked.push(performance.now());
    json({ back_type: 'cloud' })(request, response);
  };
  await chooseCloud(test.database.db, url);
  watch = watchCloud({ db: test.database.db, betweenMs: 10, answerMs: 200, wantedMs: 150 });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const before = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked).toHaveLength(before);
  watch.state();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
});
