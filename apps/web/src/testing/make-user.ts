import type { User } from '@sillage/contract';

/** For tests: a coach, or whoever the fields make of one. */
export function makeUser(fields: Partial<User> = {}): User {
  return {
    id: 1,
    uid: 'u',
    mail: 'h.garnier@pole-miribel.fr',
    firstname: 'Hélène',
    lastname: 'Garnier',
    roles: ['Coach'],
    groups: [],
    client_id: 1,
    client_name: 'Pôle Aviron Miribel',
    active: true,
    created_date: '2026-01-01T00:00:00Z',
    language: 'fr',
    externalAPI: {},
    is_recovery: false,
    terms_accepted: true,
    ...fields,
  };
}
