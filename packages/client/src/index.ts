export type { CallArguments, FilePart } from './call-arguments.ts';
export { type ApiClient, type BytesReply, type ClientOptions, createClient, type Reply } from './create-client.ts';
export {
  type ConnectionState,
  createRealtimeClient,
  type RealtimeClient,
  type RealtimeOptions,
} from './create-realtime-client.ts';
export { type Curve, curvesMediaType, decodeCurves } from './decode-curves.ts';
export { ApiError, NetworkError } from './errors.ts';
export { openSession } from './open-session.ts';
export { memoryTokens, type TokenStore, type Tokens } from './tokens.ts';
