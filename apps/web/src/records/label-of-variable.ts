import type { Language, Variable } from '@sillage/contract';
import { sayVariable } from '@sillage/domain';

/** A variable's name for people: its description, else the words for a well-known name, else the name after its module. */
export function labelOf(name: string, variable: Variable | undefined, language: Language): string {
  const described = variable?.description[language].trim();
  const short = name.slice(name.indexOf('.') + 1);
  if (described && described !== short) return described;
  return sayVariable(short, language) ?? short;
}
