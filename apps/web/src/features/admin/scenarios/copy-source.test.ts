import { compileText } from '@sillage/scenario-language';
import { expect, test } from 'vitest';
import { copyOfSource } from './copy-source.ts';

test('a copy has a name and a class of its own, and is a program still', () => {
  const source = 'scenario "Saut \\"sec\\"" en "Jump"\nclass JumpScenario\nstep class\n  wait 1 s\nend\n';
  const copied = copyOfSource(source);
  const compiled = compileText(copied);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  expect(compiled.program).toMatchObject({
    name: { fr: 'Saut "sec" (copie)', en: 'Jump (copy)' },
    className: 'JumpScenarioCopy',
  });
  expect(copyOfSource('#: scenario "A" en "B"\nx = 1\n')).toBe('#: scenario "A (copie)" en "B (copy)"\nx = 1\n');
});
