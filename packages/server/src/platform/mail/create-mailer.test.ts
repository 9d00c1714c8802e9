import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailer } from './index.ts';
import { openTestSmtp, type TestSmtp } from './open-test-smtp.ts';

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await openTestSmtp();
});
afterAll(() => smtp.close());

const mail = { to: 'ines@club.fr', subject: 'Été', text: 'Bonjour à tous.\n.seul', html: '<p>Bonjour à tous.</p>' };

describe('a mailer', () => {
  it('hands text and HTML to the mail server, from the configured address', async () => {
    const mailer = createMailer({ smtpUrl: smtp.url });
    expect(mailer.canMail).toBe(true);
    await mailer.send(mail);
    const received = await smtp.next();
    expect(received).toMatchObject({ from: 'club@example.org', to: ['ines@club.fr'] });
    expect(received.body).toContain('Bonjour à tous.\n.seul'.replace('\n', '\r\n'));
    expect(received.body).toContain('<p>Bonjour à tous.</p>');
  });

  it('sends to one person and one header, whatever the address and the subject hold', async () => {
    const mailer = createMailer({ smtpUrl: smtp.url });
    await mailer.send({ ...mail, to: 'a@club.fr, b@club.fr', subject: 'x\r\nBcc: thief@evil.example' }).catch(() => {});
    for (const { to, source } of smtp.mails) {
      expect(to).toHaveLength(1);
      expect(source).not.toMatch(/^bcc:/im);
    }
  });

  it('says when the mail server does not take it, or is away, or is not configured', async () => {
    smtp.refuse(true);
    await expect(createMailer({ smtpUrl: smtp.url }).send(mail)).rejects.toThrow('451');
    smtp.refuse(false);
    await expect(createMailer({ smtpUrl: 'smtp://127.0.0.1:9' }).send(mail)).rejects.toThrow();
    const none = createMailer({ smtpUrl: undefined });
    expect(none.canMail).toBe(false);
    await expect(none.send(mail)).rejects.toThrow('no mail server');
  });
});
