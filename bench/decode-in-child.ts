import { join } from 'node:path';
import { decodeSource } from '@sillage/server/decode-worker';
import { peakResidentBytes } from './peak-resident.ts';

// Runs the decoding worker's code alone in this process, as one task; prints how long it took and how large it became.
const [path = '', root = '', startUs = '', source = 'journal'] = process.argv.slice(2);
if (source !== 'journal' && source !== 'csv' && source !== 'raw') throw new Error(`no source ${source}`);
const started = performance.now();
const outcome = await decodeSource({
  source,
  path,
  startUs: Number(startUs),
  rateHz: undefined,
  timezone: 'UTC',
  steps: [],
  folder: join(root, 'signals'),
  work: root,
});
const seconds = (performance.now() - started) / 1000;
if ('problem' in outcome || outcome.durationSeconds < 3599) throw new Error(JSON.stringify(outcome).slice(0, 300));
console.log(JSON.stringify({ seconds, residentBytes: peakResidentBytes() }));
