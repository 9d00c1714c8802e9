import { expect, test } from 'vitest';
import { readPythonHeader } from './read-python-header.ts';

test('a Python program says its name and parameters in comments', () => {
  const found = readPythonHeader(`# Traction
#: scenario "Traction" en "Pull"
#: class PullScenario
#:   param threshold number = 100 N from 10 N to 500 N "Seuil" en "Threshold"

def on_start(devices):
    while True: pass
`);
  expect(found).toMatchObject({
    header: {
      name: { fr: 'Traction', en: 'Pull' },
      className: 'PullScenario',
      params: [{ name: 'threshold', type: 'number', default: 100, unit: 'N', min: 10, max: 500 }],
    },
  });
});

test('what is wrong with it is told at its place', () => {
  const found = readPythonHeader('import math\n#: scenario "A" en "A"\n#: param n intger = 1');
  expect(found).toMatchObject({ problems: [{ code: 'unknownType', line: 3, column: 12, instead: 'integer' }] });
  expect(readPythonHeader('import math')).toMatchObject({ problems: [{ code: 'noHeader' }] });
});
