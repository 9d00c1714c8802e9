import type { User } from '@sillage/contract';
import { exampleUser } from '@sillage/contract/testing';

/** For tests: a coach, or whoever the fields make of one. */
export function makeUser(fields: Partial<User> = {}): User {
  return exampleUser({
    id: 1,
    uid: 'u',
    mail: 'h.garnier@pole-miribel.fr',
    firstname: 'Hélène',
    lastname: 'Garnier',
    roles: ['Coach'],
    client_id: 1,
    client_name: 'Pôle Aviron Miribel',
    active: true,
    created_date: '2026-01-01T00:00:00Z',
    terms_accepted: true,
    ...fields,
  });
}
