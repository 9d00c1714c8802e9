import type { Readable } from 'node:stream';
import type { Session } from '@sillage/contract';
import type { StoredFile } from '../files/index.ts';

/** A success that is not just 200 with JSON: other status, headers, or bytes. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once when the answer has been sent, or its reader has gone. */
  readonly ended: (() => void) | undefined;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}, ended?: () => void) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.ended = ended;
  }
}

/** A session opens or is renewed: browsers also get its tokens as cookies. */
export class SessionOpened extends Answer {
  readonly session: Session;
  constructor(session: Session) {
    super(200, session);
    this.session = session;
  }
}

/** A session ends: its cookies are cleared. */
export class SessionEnded extends Answer {
  constructor() {
    super(204, undefined);
  }
}

/** Bytes to download; the browser saves them under `filename`. Of a stored file a part may be asked for (`Range`). */
export function fileAnswer(body: Readable | Uint8Array | StoredFile, contentType: string, filename: string): Answer {
  const ascii = filename.replace(/[^\w.\- ]+/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
  return new Answer(200, body, { 'content-type': contentType, 'content-disposition': disposition });
}
