import { expect, it } from 'vitest';
import { needsHttps } from './needs-https.ts';

it.each([
  ['https://cloud.example.org', false],
  ['http://cloud.example.org', true],
  ['http://8.8.8.8:8080', true],
  ['http://172.32.0.1', true],
  ['http://[2001:db8::1]', true],
  ['http://local.example.org', true],
  ['http://127.0.0.1:8080', false],
  ['http://192.168.1.20', false],
  ['http://172.31.0.1', false],
  ['http://[fd00::1]:80', false],
  ['http://boathouse', false],
  ['http://cloud.local', false],
])('%s: %s', (url, needs) => expect(needsHttps(url)).toBe(needs));
