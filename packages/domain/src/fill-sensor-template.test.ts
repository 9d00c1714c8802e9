import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillSensorTemplate, templateHoles } from './index.ts';

it('a hole alone is a value, a hole in a text is text', () => {
  const parameters = { n: { type: 'int', default: 3 }, who: { type: 'string', default: null } } as const;
  const template = '{"a": {n}, "b": "n={n} {who}", "c": {who}, "d": {}, "e": "\\"{n}"}';
  expect(templateHoles(template)).toEqual(['n', 'who']);
  const filled = fillSensorTemplate(template, parameters);
  expect(filled).toEqual({ config: { a: 3, b: 'n=3 ', c: null, d: {}, e: '"3' } });
});

it('whatever text is filled in stays that text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parameters = { t: { type: 'string', default: '' } } as const;
      const filled = fillSensorTemplate('{"alone": {t}, "within": "<{t}>"}', parameters, { t: text });
      expect(filled).toEqual({ config: { alone: text, within: `<${text}>` } });
    }),
  );
});

it('JSON without holes is read as JSON reads it, and no text makes it throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const text = JSON.stringify(value);
      fc.pre(templateHoles(text).length === 0);
      expect(fillSensorTemplate(text, {})).toEqual({ config: JSON.parse(text) });
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void fillSensorTemplate(text, {})));
});
