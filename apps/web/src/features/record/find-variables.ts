import type { Record } from '@sillage/contract';
import { useAppearance } from '../../base/appearance.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { moduleName } from '../../ui/module-name.ts';
import { moduleOf } from './variable-look.ts';

/** Which variables the words that are sought name, without regard to case and accents. */
export function useFinder(available: Record['available_data'], sought: string): (name: string) => boolean {
  const language = useAppearance((appearance) => appearance.language);
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language);
  const words = plain(sought.trim());
  return (name) =>
    words === '' ||
    plain([labelOf(name, available[name], language), name, moduleName(moduleOf(name), language)].join(' ')).includes(
      words,
    );
}
