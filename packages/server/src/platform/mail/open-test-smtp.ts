import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail as it came over the wire. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they were sent. */
  readonly source: string;
  /** Decoded text and HTML parts, one after the other. */
  readonly body: string;
}

export interface TestSmtp {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The next mail that comes, or came and was not taken yet. */
  next(): Promise<ReceivedMail>;
  /** Answers 451 to the following mails when true. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

/** A mail server on a free port that speaks as much SMTP (RFC 5321) as a sender needs, for tests. */
export async function openTestSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const taken = { count: 0 };
  const state = { refusing: false };
  const waiting: (() => void)[] = [];
  const server = createServer((socket) =>
    converse(socket, state, (mail) => {
      mails.push(mail);
      for (const wake of waiting.splice(0)) wake();
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}?from=club%40example.org`,
    mails,
    async next() {
      while (mails.length <= taken.count) await new Promise<void>((wake) => waiting.push(wake));
      const mail = mails[taken.count];
      taken.count += 1;
      if (mail === undefined) throw new Error('there is no mail');
      return mail;
    },
    refuse: (refusing) => {
      state.refusing = refusing;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, state: { readonly refusing: boolean }, received: (mail: ReceivedMail) => void): void {
  let pending = '';
  let data: string[] | undefined;
  let from = '';
  let to: string[] = [];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (data !== undefined) {
      if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line);
      const source = data.join('\r\n');
      data = undefined;
      received({ from, to, source, body: bodyOf(source) });
      return say('250 taken');
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return say('250 test');
      case 'MAIL':
        from = address;
        to = [];
        return say(state.refusing ? '451 try later' : '250 ok');
      case 'RCPT':
        to.push(address);
        return say('250 ok');
      case 'DATA':
        data = [];
        return say('354 go on');
      case 'QUIT':
        say('221 bye');
        return socket.end();
      default:
        return say('250 ok');
    }
  };
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.on('data', (text: string) => {
    const lines = (pending + text).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 test');
}

function bodyOf(source: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1];
  if (boundary === undefined) return source;
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const content = rest.join('\r\n\r\n');
      if (/transfer-encoding: base64/i.test(head)) return Buffer.from(content, 'base64').toString();
      if (/transfer-encoding: quoted-printable/i.test(head)) return fromQuotedPrintable(content);
      return content;
    })
    .join('\n');
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
