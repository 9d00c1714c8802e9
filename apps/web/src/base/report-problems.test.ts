import { NetworkError } from '@sillage/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { reportError, reportProblem, startReporting } from './report-problems.ts';

let stop = () => {};
afterEach(() => stop());

function listen(writeFrontLog?: NetworkError) {
  const server = fakeServer({ writeFrontLog });
  stop = startReporting(server);
  const told = () => server.given('writeFrontLog').map(({ body }) => body);
  return { told, messages: () => told().map(({ message }) => message) };
}

test('an uncaught error and an unhandled rejection reach the server’s log, each once', () => {
  const { told, messages } = listen();
  const error = new TypeError('x is not a function');
  dispatchEvent(new ErrorEvent('error', { error }));
  dispatchEvent(new ErrorEvent('error', { error }));
  const rejection = new Event('unhandledrejection');
  dispatchEvent(Object.assign(rejection, { reason: new RangeError('too far') }));
  expect(messages()).toEqual(['TypeError: x is not a function', 'RangeError: too far']);
  expect(told()[0]?.level).toBe('error');
});

test('a page that fails in a loop says a bounded number of things, each bounded', () => {
  const { told, messages } = listen();
  for (let time = 0; time < 1000; time++) reportProblem('warning', `${time} ${'x'.repeat(10_000)}`);
  expect(told()).toHaveLength(30);
  expect(Math.max(...messages().map((message) => message.length))).toBe(4000);
});

test('without an answer there is nothing to tell, and a log that fails is only printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { told } = listen(new NetworkError('away'));
  reportError(new NetworkError('away'), 'rejection');
  expect(told()).toEqual([]);
  reportProblem('warning', 'something');
  await vi.waitFor(() => expect(printed).toHaveBeenCalledOnce());
  printed.mockRestore();
});
