import {
  type Answered,
  api,
  type JudgedEntity,
  type JudgedRow,
  looksAfterRoles,
  mayOf,
  type User,
} from '@sillage/contract';
import { useSession } from '../base/session.ts';
import { makeUser } from './make-user.ts';

/** For tests: a row as the server answers it to who is signed in when it is asked. */
export function answered<T extends object>(
  entity: JudgedEntity,
  row: T,
  judge: (user: User) => JudgedRow = () => ({}),
): Answered<T> {
  return {
    ...row,
    get may() {
      const user = useSession.getState().user ?? makeUser({ roles: ['Admin'] });
      return mayOf(entity, user, judge(user));
    },
  };
}

/** A person in a list of people. */
export function answeredUser(person: User): Answered<User> {
  return answered(api.userEndpoints, person, (user) => {
    const looksAfter = looksAfterRoles(user.roles, person.roles);
    const isOwn = person.id === user.id;
    return { edit: looksAfter, delete: looksAfter, isOwn, withheld: isOwn ? ['mail'] : [] };
  });
}
