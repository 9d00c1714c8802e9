import { expect, test } from 'vitest';
import { blocksOf } from './long-text.tsx';

test('a blank line ends a paragraph; a short first line, a numbered one or one with # is its heading', () => {
  expect(blocksOf('Vos mesures\nElles sont à vous.\n\n1. Le cloud\n\n# Fin\r\nUne ligne,\nune autre.')).toEqual([
    { kind: 'heading', text: 'Vos mesures' },
    { kind: 'paragraph', text: 'Elles sont à vous.' },
    { kind: 'heading', text: '1. Le cloud' },
    { kind: 'heading', text: 'Fin' },
    { kind: 'paragraph', text: 'Une ligne,\nune autre.' },
  ]);
});

test('a sentence alone is a paragraph, and nothing is nothing', () => {
  expect(blocksOf('Une phrase sans titre')).toEqual([{ kind: 'paragraph', text: 'Une phrase sans titre' }]);
  expect(blocksOf(' \n\n ')).toEqual([]);
});
