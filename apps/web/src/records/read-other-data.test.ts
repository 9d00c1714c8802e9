import { expect, test } from 'vitest';
import { startReporting } from '../base/report-problems.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeRecord } from '../testing/make-record.ts';
import { withOtherData } from './read-other-data.ts';

test('other data that came as text is parsed; what cannot be parsed is told to the server, with its raw value', () => {
  const server = fakeServer();
  const stop = startReporting(server);
  expect(withOtherData({ ...makeRecord(), other_data: '{"wind":3}' }).other_data).toEqual({ wind: 3 });
  expect(server.given('writeFrontLog')).toEqual([]);
  for (const raw of ['{wind', '[1]']) {
    expect(withOtherData({ ...makeRecord(), other_data: raw }).other_data).toEqual({});
    const body = { level: 'warning', message: `Error when parsing other_data ${raw}` };
    expect(server.given('writeFrontLog').at(-1)).toMatchObject({ body });
  }
  stop();
});
