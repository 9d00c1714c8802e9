import { createHash } from 'node:crypto';
import { compileText } from '@sillage/scenario-language';
import type { BuiltInScenario } from '../../administration/scenarios/index.ts';
import { builtInNames, readBuiltIn } from './built-in/list-built-in.ts';
import { guidedRecord } from './examples.ts';

/** Scenarios of the product, as their programs describe themselves. */
export async function readBuiltIns(): Promise<readonly BuiltInScenario[]> {
  const sources = await Promise.all(builtInNames.map(readBuiltIn));
  return [guidedRecord, ...sources].map((source) => {
    const compiled = compileText(source);
    if ('problems' in compiled) throw new Error('a scenario of the product does not compile');
    const { className, name: displayName, about, isCalibration: isCalib } = compiled.program;
    if (className === null) throw new Error('a scenario of the product has no class');
    const comment = about ?? { fr: '', en: '' };
    return { uid: uidOf(className), classname: className, displayName, comment, isCalib, language: 'txt', source };
  });
}

/** The same on every server; a UUID of version 8 (RFC 9562), by the name of its class. */
function uidOf(classname: string): string {
  const hex = createHash('sha256').update(`sillage scenario ${classname}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
