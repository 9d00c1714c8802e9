import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A space that lets a line break before a sign which French sets apart by one, or behind an opening quotation mark. */
const breaking = / [:;](?=$|[\s)”"'])| [?!](?=$|\s\p{Lu}|[)”"'»])| »|« /u;

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);

function textsOf(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false);
  const texts: string[] = [];
  const walk = (node: ts.Node): void => {
    if (isText(node)) texts.push(node.text);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return texts;
}

const found = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => /node_modules|\.test\.tsx?$/.test(name) }).map(
    (at) => `${root}${at}`,
  );

test('no text of the product breaks its line before a sign that French sets apart', () => {
  const paths = found('{packages,apps}/*/src/**/*.{ts,tsx}');
  expect(paths.length).toBeGreaterThan(1000);
  const broken = paths
    // Most have no such place at all, and need not be read as what they are.
    .filter((path) => / [:;?!»]|« /.test(readFileSync(path, 'utf8')))
    .flatMap((path) =>
      textsOf(path)
        .filter((text) => breaking.test(text))
        .map((text) => [path, text]),
    );
  expect(broken).toEqual([]);
});

test('nor do the prompts of the programs that come with it', () => {
  const paths = found('packages/server/src/recording/scenarios/built-in/*.txt');
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const french = [...readFileSync(path, 'utf8').matchAll(/"((?:[^"\\]|\\.)*)" en "/g)].map(([, text]) => text ?? '');
    expect([path, french.filter((text) => breaking.test(text))]).toEqual([path, []]);
  }
});
