import { type Role, rank } from '@sillage/contract';
import { useUser } from './services.tsx';

/** For `t`: the words that the role of who is signed in has of its own where it has some, `users.title_Coach`. */
export function useRoleContext(): { readonly context?: Role } {
  const context = rank(useUser().roles);
  return context === undefined ? {} : { context };
}
