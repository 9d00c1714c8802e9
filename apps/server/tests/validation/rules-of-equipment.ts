import { api } from '@sillage/contract';
import { cloudUrl, config, device, hubOf, meca, module, module50, sensor } from './doors.ts';

import { long, type Rule } from './rules-of-people.ts';

/** Rules of devices, hubs, what measures and what it is configured with, each at its field. */
export const rulesOfEquipment: Readonly<Record<string, Rule>> = {
  'a device’s four digits': {
    door: device('serial'),
    field: 'serial',
    good: [0, 9999],
    bad: [
      ['deviceSerial', -1],
      ['deviceSerial', 10_000],
      ['deviceSerial', 1.5],
      ['deviceSerial', '12'],
    ],
  },
  'a device’s number': {
    door: device('number'),
    field: 'number',
    good: [10_209_123, 20_209_123],
    bad: [
      ['deviceNumber', 9_999_999],
      ['deviceNumber', 40_000_000],
      ['deviceNumber', 15_000_000],
      ['deviceNumber', 1e9],
    ],
  },
  'a device’s version': {
    door: device('version'),
    field: 'version',
    good: [20, '2.0'],
    bad: [
      ['version', 'two'],
      ['version', '1.2.3'],
    ],
  },
  'a hub’s number': {
    door: hubOf('number'),
    field: 'number',
    good: [7999],
    bad: [
      ['deviceSerial', -1],
      ['deviceSerial', 10_000],
      ['integer', 1.5],
      ['integer', '1'],
    ],
  },
  'this hub’s ID': {
    door: (value) => ({ endpoint: api.setHubId, body: { id: value } }),
    field: 'id',
    good: [9998],
    bad: [
      ['deviceSerial', -1],
      ['deviceSerial', 10_000],
      ['integer', 0.5],
    ],
  },
  'a frequency in a configuration': {
    door: config('config'),
    field: 'config',
    good: [module50(0), module50(5000)],
    bad: [
      ['frequency', module50(5001)],
      ['frequency', module50(-1)],
      ['frequency', module50(1.5)],
      ['frequency', module50('50')],
    ],
  },
  'the JSON of a configuration': {
    door: config('config'),
    field: 'config',
    good: ['{"modules":{}}'],
    bad: [
      ['json', '{a: 1}'],
      ['json', ''],
      ['json', '[1,]'],
      ['maxLength', `"${long(200_000)}"`],
    ],
  },
  'the template of a sensor': {
    door: sensor('config'),
    field: 'config',
    good: ['{}'],
    bad: [['templateHole', '{"modules":{"a":{"type":"imu","rate":{nothing}}}}']],
  },
  'a module’s version': {
    door: module('version'),
    field: 'version',
    good: ['6.5.0', 'v6.5', null],
    bad: [
      ['version', '6.'],
      ['version', 'six'],
    ],
  },
  'a meca sensor’s gain': {
    door: meca('gain'),
    field: 'gain',
    good: [-1.5, 0],
    bad: [
      ['number', '1'],
      ['number', null],
    ],
  },
  'a meca sensor’s day': {
    door: meca('calibrated_date'),
    field: 'calibrated_date',
    good: ['2026-02-28', null],
    bad: [
      ['date', '2026-02-30'],
      ['date', '28/02/2026'],
    ],
  },
  'the address of a cloud': {
    door: cloudUrl('url'),
    field: 'url',
    good: ['https://good.cloud.test'],
    bad: [
      ['url', 'cloud'],
      ['url', 'javascript:alert(1)'],
      ['url', 'ftp://a.b'],
      ['required', ''],
    ],
  },
};
