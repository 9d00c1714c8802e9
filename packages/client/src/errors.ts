import type { ErrorBody } from '@sillage/contract';

/** The server answered "no": its status and the error body, whose sentences are ready to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody;
  /** s to wait before trying again, when the server said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(`${status} ${body.code}: ${body.message.en}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): string {
    return this.body.code;
  }
}

/** No answer at all: the server is away, or the connection broke. An aborted request is not one of these. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
