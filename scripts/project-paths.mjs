import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/** The Node that Sillage brings along, whatever Node runs this script. */
export const ownNode = join(projectRoot, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
