import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const left = ['zod/v4/core/json-schema-processors.js', 'zod/v4/core/to-json-schema.js'];

/**
 * Leaves out of the page the part of the validation library that describes schemas as JSON Schema. Every schema names it in
 * a method that only the server calls (OpenAPI), so no bundler can see that it is unused: 4 kB gzip of the login screen.
 */
export function leaveOutJsonSchema(): Plugin {
  const missing = new Set(left);
  return {
    name: 'leave-out-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = left.find((one) => id.replaceAll('\\', '/').endsWith(`/node_modules/${one}`));
      if (file === undefined) return undefined;
      missing.delete(file);
      return { code: withoutBodies(await readFile(id, 'utf8')), map: null };
    },
    // An update of the library may have moved them: better no build than a larger one that nobody notices.
    buildEnd(problem) {
      if (problem === undefined && missing.size > 0)
        this.error(`not found, so not left out: ${[...missing].join(', ')}`);
    },
  };
}

/** A module with the same exports, which say so when they are called. */
function withoutBodies(code: string): string {
  const own = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const renamed = [...code.matchAll(/^export \{ (\w+) as (\w+) \};/gm)].map(
    ([, name, alias]) => `export { ${name} as ${alias} };`,
  );
  return [
    "const leftOut = () => { throw new Error('the page describes no schemas'); };",
    ...own.map((name) => `export const ${name} = leftOut;`),
    ...renamed,
  ].join('\n');
}
