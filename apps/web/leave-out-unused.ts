import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Modules of libraries whose exports are named where nothing of this page calls them, so no bundler sees that they are unused. */
const unused = [
  // Describes schemas as JSON Schema, in methods that only the server calls (OpenAPI): 5 kB gzip.
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
  // The other half of MUI's theme, for themes that ask for `cssVariables` or `colorSchemes`; this page's colours are variables
  // of its own (tokens.ts): 9 kB gzip.
  '@mui/material/styles/createThemeWithVars.mjs',
  '@mui/material/styles/ThemeProviderWithVars.mjs',
  // For `withTheme` of Emotion, which neither MUI nor the page calls: 2 kB gzip.
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js',
] as const;

/** Leaves `unused` out of the built page, which the sign-in has to load before it is seen. */
export function leaveOutUnused(): Plugin {
  const missing = new Set<string>(unused);
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = unused.find((one) => id.replaceAll('\\', '/').endsWith(`/node_modules/${one}`));
      if (file === undefined) return undefined;
      missing.delete(file);
      return { code: withoutBodies(await readFile(id, 'utf8'), file), map: null };
    },
    // An update of the library may have moved them: better no build than a larger one that nobody notices.
    buildEnd(problem) {
      if (problem === undefined && missing.size > 0)
        this.error(`not found, so not left out: ${[...missing].join(', ')}`);
    },
  };
}

/** A module with the same exports, which say so when they are called. */
function withoutBodies(code: string, file: string): string {
  const leftOut = `const leftOut = () => { throw new Error('left out of the page: ${file}'); };`;
  if (file.endsWith('.cjs.js')) return `${leftOut}\nmodule.exports = leftOut;`;
  const own = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const listed = [...code.matchAll(/^export \{([^}]*)\};/gm)].flatMap(([, names = '']) =>
    names.split(',').map((one) => one.trim().split(' as ').at(-1)),
  );
  const names = [...new Set([...own, ...listed])];
  return [
    leftOut,
    ...names.map((name) => `export { leftOut as ${name} };`),
    ...(/^export default /m.test(code) ? ['export default leftOut;'] : []),
  ].join('\n');
}
