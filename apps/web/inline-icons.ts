import * as icons from '@mdi/js';
import type { Plugin } from 'vite';

const paths = new Map<string, string>(Object.entries(icons));

/**
 * Puts the path of each icon where it is used. `@mdi/js` is one module, which no bundler divides: the login screen would
 * load the icons of every screen.
 */
export function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('@mdi/js')) return undefined;
      const inlined = code.replace(/^import \{([^}]*)\} from '@mdi\/js';/gm, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          // On one line, so that the lines of the file stay where they are.
          .map((name) => `const ${name} = ${JSON.stringify(paths.get(name))};`)
          .join(' ')
          .concat('\n'.repeat(names.split('\n').length - 1)),
      );
      return { code: inlined, map: null };
    },
  };
}
