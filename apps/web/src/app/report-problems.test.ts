import { NetworkError } from '@sillage/client';
import { afterEach, expect, test, vi } from 'vitest';
import { reportError, reportProblem, startReporting } from './report-problems.ts';

let stop = () => {};
afterEach(() => stop());

function listen(
  call = vi.fn(async (_endpoint: unknown, _given: { body: { level: string; message: string } }) => undefined),
) {
  stop = startReporting({ call: call as never });
  return { call, messages: () => call.mock.calls.map(([, given]) => given.body.message) };
}

test('an uncaught error and an unhandled rejection reach the server’s log, each once', () => {
  const { call, messages } = listen();
  const error = new TypeError('x is not a function');
  dispatchEvent(new ErrorEvent('error', { error }));
  dispatchEvent(new ErrorEvent('error', { error }));
  const rejection = new Event('unhandledrejection');
  dispatchEvent(Object.assign(rejection, { reason: new RangeError('too far') }));
  expect(messages()).toEqual(['TypeError: x is not a function', 'RangeError: too far']);
  expect(call.mock.calls[0]?.[0]).toMatchObject({ name: 'writeFrontLog' });
  expect(call.mock.calls[0]?.[1].body.level).toBe('error');
});

test('a page that fails in a loop says a bounded number of things, each bounded', () => {
  const { call, messages } = listen();
  for (let time = 0; time < 1000; time++) reportProblem('warning', `${time} ${'x'.repeat(10_000)}`);
  expect(call.mock.calls.length).toBe(30);
  expect(Math.max(...messages().map((message) => message.length))).toBe(4000);
});

test('without an answer there is nothing to tell, and a log that fails is only printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { call } = listen(vi.fn(() => Promise.reject(new NetworkError('away'))));
  reportError(new NetworkError('away'), 'rejection');
  expect(call).not.toHaveBeenCalled();
  reportProblem('warning', 'something');
  await vi.waitFor(() => expect(printed).toHaveBeenCalledOnce());
  printed.mockRestore();
});
