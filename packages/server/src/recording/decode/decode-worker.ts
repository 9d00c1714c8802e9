/** Entry of the worker thread: piscina calls these by name, with a DecodeTask. */
export { boundDecoding } from './bound-decoding.ts';
export { decodeSource } from './decode-source.ts';
