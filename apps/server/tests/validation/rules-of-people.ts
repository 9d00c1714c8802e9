import { api, type FieldRule } from '@sillage/contract';
import { changed, type Door, forgot, logIn, own, person, reset } from './doors.ts';

/** A field, and the values that it takes and refuses. */
export interface Rule {
  readonly door: Door;
  /** Path of the field in the answer. */
  readonly field: string;
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [FieldRule, unknown])[];
  /** Of a good value: another refusal than this field's may follow, as for a link that does not exist. */
  readonly code?: string;
}

export const long = (count: number) => 'a'.repeat(count);
const mails = {
  good: ['first.last@club.org'],
  bad: [
    ['email', 'a'],
    ['email', 'a@b'],
    ['email', 'a b@c.org'],
    ['required', ''],
    ['required', '  '],
    ['maxLength', `${long(250)}@club.org`],
  ],
} as const;
const passwords = {
  good: ['Aviron-2027!'],
  bad: [
    ['password', 'Abcde1!'],
    ['password', 'abcdef1!'],
    ['password', 'ABCDEF1!'],
    ['password', 'Abcdefg!'],
    ['password', 'Abcdefg1'],
    ['required', ''],
  ],
} as const;
export const names = {
  bad: [
    ['required', ''],
    ['required', '   '],
    ['excludedCharacter', 'a\nb'],
    ['excludedCharacter', 'a\u0007b'],
  ],
} as const;

/** Rules of people, passwords and sign-in, each at its field. */
export const rulesOfPeople: Readonly<Record<string, Rule>> = {
  'a person’s first name': {
    door: person('firstname'),
    field: 'firstname',
    good: ['Zoë', long(200)],
    bad: [...names.bad, ['maxLength', long(201)]],
  },
  'a person’s last name': { door: person('lastname'), field: 'lastname', good: ['Le Goff'], bad: names.bad },
  'a person’s e-mail': { door: person('mail'), field: 'mail', good: ['rules-mail@club.org'], bad: mails.bad },
  'the own e-mail': { door: own, field: 'mail', good: [], bad: mails.bad },
  'the e-mail of a sign-in': { door: logIn, field: 'mail', ...mails, code: 'session.badCredentials' },
  'the e-mail of a forgotten password': { door: forgot, field: 'email', ...mails },
  'a person’s password': { door: person('password'), field: 'password', ...passwords },
  'a changed password': { door: changed, field: 'password', ...passwords, code: 'request.invalid' },
  'a new password by a link': { door: reset, field: 'password', ...passwords, code: 'session.linkInvalid' },
  'the current password': {
    door: (value) => ({ endpoint: api.changePassword, body: { current_password: value, password: 'Aviron-2027!' } }),
    field: 'current_password',
    good: [],
    bad: [
      ['wrongPassword', 'not it'],
      ['required', ''],
    ],
  },
  'a person’s roles': { door: person('roles'), field: 'roles', good: [['Athlete', 'Coach']], bad: [['chooseOne', []]] },
  'a person’s groups': { door: person('groups'), field: 'groups', good: [[]], bad: [['unknown', [2_000_000_000]]] },
  'a role above the own': {
    door: (value) => ({ ...person('roles')(value), as: 'Manager' }),
    field: 'roles',
    good: [['Coach']],
    bad: [['forbidden', ['Admin']]],
  },
  'a comment': {
    door: person('admin_comment'),
    field: 'admin_comment',
    good: ['a\nb', long(5000)],
    bad: [['maxLength', long(5001)]],
  },
};
