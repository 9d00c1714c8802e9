import { createTransport } from 'nodemailer';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails by the mail server of the configuration. */
export interface Mailer {
  /** False where no mail server is configured: `send` then fails. */
  readonly canMail: boolean;
  /** Resolves when the mail server has taken the mail; rejects when it did not, or could not be reached. */
  send(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port?from=club%40example.org`, `smtps://…` for TLS from the first byte. */
  readonly smtpUrl: string | undefined;
}

/** ms; a mail server that does not answer is given up. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

export function createMailer({ smtpUrl }: MailerOptions): Mailer {
  if (smtpUrl === undefined) {
    return { canMail: false, send: () => Promise.reject(new Error('no mail server is configured')) };
  }
  const url = new URL(smtpUrl);
  const from = senderOf(url);
  url.searchParams.delete('from');
  const transport = createTransport({ ...timeouts, url: url.href });
  return {
    canMail: true,
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from: { name: 'Sillage', address: from },
        // As an object: text with a comma would be a list of people.
        to: { name: '', address: to },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
        // No programs answer each other for ever (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}

/** The address that mails come from: the URL's `from`, else the one that signs in, else one at the mail server. */
function senderOf(url: URL): string {
  const named = url.searchParams.get('from');
  if (named) return named;
  const user = decodeURIComponent(url.username);
  return user.includes('@') ? user : `sillage@${url.hostname}`;
}
