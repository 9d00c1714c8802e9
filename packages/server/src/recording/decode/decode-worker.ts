import { decodeSource } from './decode-source.ts';

/** Entry of the worker thread (piscina calls it with a DecodeTask). */
export default decodeSource;
