import { describe, expect, test } from 'vitest';
import { namespaces } from '../base/translate.ts';

const files = import.meta.glob<{ default: Record<string, unknown> }>('./*/*.json', { eager: true });

function sentences(language: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, inner] of Object.entries(value ?? {})) walk(inner, path === '' ? key : `${path}.${key}`);
  };
  walk(files[`./${language}/${namespace}.json`]?.default, '');
  return found;
}

function holes(sentence: string): string[] {
  return (sentence.match(/\{\{\s*\w+[^}]*\}\}|<\/?\w+>/g) ?? []).sort();
}

describe.each(namespaces)('the sentences of %s', (namespace) => {
  const french = sentences('fr', namespace);
  const english = sentences('en', namespace);

  test('exist', () => expect(french.size).toBeGreaterThan(0));

  test('have the same keys in both languages', () => {
    expect([...english.keys()].sort()).toEqual([...french.keys()].sort());
  });

  test('have the same holes in both languages', () => {
    for (const [key, sentence] of french) expect([key, holes(english.get(key) ?? '')]).toEqual([key, holes(sentence)]);
  });

  test('keep the sign before which French puts a space on the line of its word', () => {
    for (const [key, sentence] of french) expect([key, / [:;!?%»]|« /.test(sentence)]).toEqual([key, false]);
  });

  test('never call things by their English name in French', () => {
    for (const [key, sentence] of french) {
      expect([key, /\b(device|hub|record|upload|download)s?\b/i.test(sentence)]).toEqual([key, false]);
    }
  });
});
