import { expect, test } from 'vitest';
import type { Mailer } from './create-mailer.ts';
import { sendPatiently } from './send-patiently.ts';

const mail = { to: 'a@b.fr', subject: 's', text: 't', html: 'h' };
const away = () => Object.assign(new Error('connection refused'), { code: 'ECONNECTION' });
const refused = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

/** Sends by a mail server that meets these problems in turn; what was waited for, and how it ended. */
async function sendMeeting(problems: readonly Error[], signal = new AbortController().signal) {
  const left = [...problems];
  const waited: number[] = [];
  let tries = 0;
  const mailer: Mailer = {
    canMail: true,
    send: async () => {
      tries += 1;
      const problem = left.shift();
      if (problem) throw problem;
    },
  };
  const wait = async (ms: number) => void waited.push(ms);
  const end = await sendPatiently(mailer, mail, { signal, wait, retrying: () => {} }).then(
    () => 'sent',
    (problem: unknown) => String(problem),
  );
  return { end, tries, waited };
}

test('a mail server that is away or busy is asked again, longer apart each time', async () => {
  const { end, tries, waited } = await sendMeeting([away(), refused(451), away()]);
  expect([end, tries]).toEqual(['sent', 4]);
  expect(waited).toEqual([5_000, 30_000, 120_000]);
});

test('a mail that is not taken four times has failed', async () => {
  expect(await sendMeeting(Array.from({ length: 5 }, away))).toMatchObject({
    end: 'Error: connection refused',
    tries: 4,
  });
});

test('a mail that will never be taken is not tried again, nor is any while the server stops', async () => {
  expect(await sendMeeting([refused(550)])).toMatchObject({ end: 'Error: no', tries: 1, waited: [] });
  expect(await sendMeeting([away()], AbortSignal.abort())).toMatchObject({ tries: 1, waited: [] });
});
