import { api } from '@sillage/contract';
import {
  calibration,
  clock,
  download,
  exercise,
  exported,
  file,
  firmware,
  key,
  parameterValue,
  records,
  selection,
  selectionField,
  settings,
  sport,
} from './doors.ts';

import { long, names, type Rule } from './rules-of-people.ts';

/** Rules of lists of words, settings, parameters, files and lists, each at its field. */
export const rulesOfThings: Readonly<Record<string, Rule>> = {
  'a sport’s short name': {
    door: sport('name'),
    field: 'name',
    good: [`rowing-${Date.now()}`],
    bad: [
      ['invalidFormat', 'Aviron!'],
      ['required', ''],
      ['maxLength', long(51)],
    ],
  },
  'an exercise’s name': {
    door: exercise('name'),
    field: 'name',
    good: ['rules once'],
    bad: [['taken', 'rules once'], ...names.bad, ['maxLength', long(201)]],
  },
  'an allowed origin': {
    door: settings('allowed_origins'),
    field: 'allowed_origins',
    good: [['https://a.test', '*'], []],
    bad: [['tooMany', Array.from({ length: 101 }, (_, i) => `https://${i}.test`)]],
  },
  'an address among the allowed': {
    door: settings('allowed_origins'),
    field: 'allowed_origins.0',
    good: [[]],
    bad: [
      ['url', ['a.test']],
      ['url', ['https://a.test/path']],
    ],
  },
  'the end of a key': {
    door: key('expires_at'),
    field: 'expires_at',
    good: [null, '2099-01-01T00:00:00Z'],
    bad: [
      ['date', 'tomorrow'],
      ['date', '2020-01-01T00:00:00Z'],
    ],
  },
  'a parameter that is a list': {
    door: parameterValue('rules::of::list'),
    field: 'value',
    good: [['a']],
    bad: [
      ['listEmpty', []],
      ['listEmpty', ''],
      ['unknown', ['c']],
      ['tooMany', ['a', 'b']],
    ],
  },
  'a parameter that is a table': {
    door: parameterValue('rules::of::table'),
    field: 'value',
    good: [['name=value', 'a=b=c']],
    bad: [
      ['listEmpty', []],
      ['tableRow', ['name']],
      ['tableRow', ['a=b', '=c']],
      ['tableRow', ['a=']],
    ],
  },
  'a parameter that is a whole number': {
    door: parameterValue('rules::of::int'),
    field: 'value',
    good: [3, null],
    bad: [
      ['integer', 1.5],
      ['integer', 'three'],
    ],
  },
  'a parameter that is a number': {
    door: parameterValue('rules::of::float'),
    field: 'value',
    good: [1.5, null],
    bad: [['number', 'x']],
  },
  'a parameter that is JSON': {
    door: parameterValue('rules::of::json'),
    field: 'value',
    good: ['{"a":1}'],
    bad: [['json', '{a']],
  },
  'a parameter that is a switch': {
    door: parameterValue('rules::of::bool'),
    field: 'value',
    good: [true],
    bad: [
      ['invalidFormat', 'yes'],
      ['invalidFormat', null],
    ],
  },
  'a firmware of devices': {
    door: file(api.createDeviceRelease, () => '/device_releases', firmware),
    field: 'file',
    good: ['a.bin', 'A.BIN'],
    bad: [
      ['firmware', 'a.txt'],
      ['firmware', 'a.bin.exe'],
      ['firmware', 'bin'],
    ],
  },
  'a firmware of hardware': {
    door: file(api.createHardwareRelease, () => '/hardware_releases', firmware),
    field: 'file',
    good: ['b.bin'],
    bad: [['firmware', 'b.zip']],
  },
  'the start of a selection': {
    door: selectionField('t0'),
    field: 't0',
    good: [0, 1.5, '00:01.500', '0:01', '00:00:01'],
    bad: [
      ['positive', -0.1],
      ['chrono', '00:60.000'],
      ['chrono', '-00:01.000'],
    ],
    code: 'entity.notFound',
  },
  'the end of a selection before the record': {
    door: selectionField('t1'),
    field: 't1',
    good: [2],
    bad: [['positive', -1]],
    code: 'entity.notFound',
  },
  'the drift of a clock': {
    door: clock('drift_ppm'),
    field: 'arguments.drift_ppm',
    good: [-10_000, 10_000],
    bad: [['drift', 1e9]],
    code: 'entity.notFound',
  },
  'the jump of a clock': {
    door: (seconds) => clock('jumps')([{ at: 1, seconds }]),
    field: 'arguments.jumps.0.seconds',
    good: [-2],
    bad: [['notZero', 0]],
    code: 'entity.notFound',
  },
  'what a clock is repaired by': {
    door: clock('jumps'),
    field: 'arguments.jumps',
    good: [[{ at: 1, seconds: 1 }]],
    bad: [['required', []]],
    code: 'entity.notFound',
  },
  'what 1 g is': {
    door: calibration('gravity'),
    field: 'gravity',
    good: [9.7, 9.81],
    bad: [['gravity', 5]],
    code: 'entity.notFound',
  },
  'a gain that is given': {
    door: (gain) => calibration('values')({ AcX: { gain, offset: 0 } }),
    field: 'values.AcX.gain',
    good: [-1, 2],
    bad: [
      ['gain', 0],
      ['gain', 1e31],
    ],
    code: 'entity.notFound',
  },
  'the rate of a download': {
    door: download('rate'),
    field: 'rate',
    good: [1, 5000],
    bad: [
      ['frequency', 0],
      ['frequency', -1],
      ['frequency', 12.5],
      ['frequency', 5001],
      ['frequency', '50'],
    ],
    code: 'entity.notFound',
  },
  'the end of a selection': {
    door: selection,
    field: 't1',
    good: [2],
    bad: [
      ['equalBounds', 1],
      ['range', 0.5],
    ],
    code: 'entity.notFound',
  },
  'the last day of a backup': {
    door: exported('end'),
    field: 'args.end',
    good: ['2026-02-02', null],
    bad: [
      ['range', '2026-02-01'],
      ['date', '1/2/2026'],
    ],
  },
  'the first day of a list': {
    door: records('minDate'),
    field: 'minDate',
    good: ['2026-01-01', null, '2026-01-01T10:00:00Z'],
    bad: [
      ['date', 'yesterday'],
      ['date', '2026-13-01'],
    ],
  },
  'the last day of a list': {
    door: records('maxDate'),
    field: 'maxDate',
    good: ['2026-01-01', null],
    bad: [['date', '31/12/2026']],
  },
};
