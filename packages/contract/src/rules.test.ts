import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as api from './endpoints/index.ts';
import { type FieldRule, fieldRules, fieldSentence, libraryCodes } from './field-rules.ts';
import {
  ChronoText,
  DeviceSerial,
  FileRateHz,
  FrequencyHz,
  hasExtension,
  JsonText,
  LongText,
  line,
  Mail,
  NewPassword,
  PositiveNumber,
  passwordParts,
  uploadExtensions,
  VersionText,
} from './rules.ts';
import { brokenRule } from './shapes/parameter.ts';
import { SportCreate } from './shapes/people.ts';
import { PasswordChangeForm, PasswordResetForm } from './shapes/session.ts';
import { UserCreate } from './shapes/user.ts';

/** The codes that a value breaks, as an error body would carry them. */
function broken(schema: z.ZodType, value: unknown): string[] {
  return [...new Set(schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [])];
}

const letters = (count: number) => 'a'.repeat(count);
const longMail = (count: number) => `${letters(count - 12)}@example.org`.slice(-count);

interface RuleCase {
  readonly schema: z.ZodType;
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [FieldRule, unknown])[];
}

const cases: Readonly<Record<string, RuleCase>> = {
  'a line of text': {
    schema: line(10),
    good: ['a', ' a ', letters(10), 'Éva-Zoë', '日本'],
    bad: [
      ['required', undefined],
      ['required', ''],
      ['required', '   '],
      ['maxLength', letters(11)],
      ['excludedCharacter', 'a\nb'],
      ['excludedCharacter', 'a\u0000b'],
      ['excludedCharacter', 'a\u009fb'],
    ],
  },
  'a long text': {
    schema: LongText,
    good: ['', 'a\nb', letters(5000)],
    bad: [
      ['maxLength', letters(5001)],
      ['excludedCharacter', 'a\u0000b'],
    ],
  },
  'an e-mail': {
    schema: Mail,
    good: ['prenom.nom@club.fr', ' a@b.fr ', 'a+b@sub.example.org'],
    bad: [
      ['required', ''],
      ['email', 'a'],
      ['email', 'a@b'],
      ['email', 'a b@c.fr'],
      ['email', '@club.fr'],
      ['maxLength', longMail(255)],
    ],
  },
  'a password': {
    schema: NewPassword,
    good: ['Abcdef1!', 'Éàbcdé1€', `Aa1!${letters(996)}`, 'Aa1 bcd!'],
    bad: [
      ['required', ''],
      ['password', 'Abcde1!'],
      ['password', 'abcdef1!'],
      ['password', 'ABCDEF1!'],
      ['password', 'Abcdefg!'],
      ['password', 'Abcdefg1'],
      ['password', 'Abcdefg 1'],
      ['maxLength', `Aa1!${letters(997)}`],
    ],
  },
  'a positive number': {
    schema: PositiveNumber,
    good: [0, 0.1, 1e9],
    bad: [
      ['positive', -0.001],
      ['number', '1'],
      ['number', Number.NaN],
    ],
  },
  'a frequency': {
    schema: FrequencyHz,
    good: [0, 1, 5000],
    bad: [
      ['frequency', -1],
      ['frequency', 5001],
      ['frequency', 1.5],
      ['frequency', '50'],
    ],
  },
  'the rate of a file': {
    schema: FileRateHz,
    good: [0.2, 204.8, 5000],
    bad: [
      ['frequency', 0],
      ['frequency', -1],
      ['frequency', 5000.1],
      ['frequency', '50'],
    ],
  },
  'a device’s four digits': {
    schema: DeviceSerial,
    good: [0, 9999],
    bad: [
      ['deviceSerial', -1],
      ['deviceSerial', 10_000],
      ['deviceSerial', 1.5],
    ],
  },
  JSON: {
    schema: JsonText,
    good: ['{}', 'null', '[1, 2]', `"${letters(199_998)}"`],
    bad: [
      ['json', ''],
      ['json', '{a: 1}'],
      ['json', '[1,]'],
      ['maxLength', `"${letters(199_999)}"`],
    ],
  },
  'a chrono': {
    schema: ChronoText,
    good: ['00:00.000', '1:59.999', '999:59.999', '00:00.5', '12:34,5', '05:59', '23:59:59', '1:02:03.25'],
    bad: [
      ['chrono', '00:60.000'],
      ['chrono', '00:00.'],
      ['chrono', '00:00.0000'],
      ['chrono', '1:60:00'],
      ['chrono', '1:5'],
      ['chrono', '12'],
      ['chrono', '-1:00.000'],
      ['chrono', ''],
      ['chrono', 12],
    ],
  },
  'a version': {
    schema: VersionText,
    good: ['6', '6.5.0', 'v6.5.0', '1.2.3.4', '6.5.0-rc.1'],
    bad: [
      ['version', ''],
      ['version', '6.'],
      ['version', '1.2.3.4.5'],
      ['version', 'V6'],
      ['version', `1-${letters(49)}`],
    ],
  },
};

describe('each rule of a field, at its bounds', () => {
  for (const [what, { schema, good, bad }] of Object.entries(cases)) {
    test.each(good)(`${what} takes %j`, (value) => {
      expect(broken(schema, value)).toEqual([]);
    });
    test.each(bad)(`${what} breaks "%s" with %j`, (rule, value) => {
      expect(broken(schema, value)).toContain(rule);
    });
  }

  test('what is taken is trimmed', () => {
    expect(line().parse('  Ana  ')).toBe('Ana');
    expect(Mail.parse(' a@b.fr ')).toBe('a@b.fr');
  });

  test('a new password is typed twice', () => {
    const form = { current_password: 'x', password: 'Abcdef1!', confirmation: 'Abcdef1!' };
    expect(broken(PasswordChangeForm, form)).toEqual([]);
    for (const schema of [PasswordChangeForm, PasswordResetForm]) {
      const parsed = schema.safeParse({ ...form, confirmation: 'Abcdef1?' });
      expect(parsed.error?.issues).toMatchObject([{ path: ['confirmation'], message: 'mismatch' }]);
    }
  });

  test('the form sees which part of a password is missing', () => {
    const missing = (password: string) =>
      passwordParts(password)
        .filter(({ met }) => !met)
        .map(({ part }) => part);
    expect(missing('')).toEqual(['length', 'capital', 'lowercase', 'number', 'symbol']);
    expect(missing('Abcdef1')).toEqual(['length', 'symbol']);
    expect(missing('Abcdef1!')).toEqual([]);
  });

  test('a list parameter has an element, a table has lines name=value', () => {
    expect(brokenRule('list', [])).toBe('listEmpty');
    expect(brokenRule('list', ['a'])).toBeUndefined();
    expect(brokenRule('table', [])).toBe('listEmpty');
    expect(brokenRule('table', ['a=1', 'b=x=y'])).toBeUndefined();
    for (const row of ['a', '=1', 'a=', '']) expect(brokenRule('table', ['a=1', row])).toBe('tableRow');
  });

  test('a person has at least one role, of the four', () => {
    const person = { mail: 'a@b.fr', firstname: 'A', lastname: 'B' };
    expect(broken(UserCreate, { ...person, roles: ['Athlete'] })).toEqual([]);
    expect(broken(UserCreate, { ...person, roles: [] })).toEqual(['chooseOne']);
    expect(broken(UserCreate, person)).toEqual(['required']);
    expect(UserCreate.safeParse({ ...person, roles: ['Owner'] }).success).toBe(false);
    expect(Object.keys(UserCreate.parse({ ...person, roles: ['Athlete'], id: 7, uid: 'x' }))).not.toContain('id');
  });

  test('a sport has a short name that files can carry', () => {
    const display_name = { fr: 'Saut', en: 'Jump' };
    for (const name of ['saut', 'jump-2', 'a_b']) expect(broken(SportCreate, { name, display_name })).toEqual([]);
    for (const name of ['Saut', 'a b', 'é', '../a']) {
      expect(broken(SportCreate, { name, display_name })).toEqual(['invalidFormat']);
    }
  });

  test('files are taken by their extension, whatever its case', () => {
    expect(['a.png', 'a.JPG', 'a.jpeg'].every((name) => hasExtension(name, uploadExtensions.logo))).toBe(true);
    expect(['a.svg', 'a.gif', 'png', 'a.png.exe'].some((name) => hasExtension(name, uploadExtensions.logo))).toBe(
      false,
    );
    expect(uploadExtensions).toEqual({
      logo: ['.png', '.jpg', '.jpeg'],
      firmware: ['.bin'],
      compiledScenario: ['.txt', '.py'],
    });
  });
});

describe('sentences', () => {
  test.each(Object.entries(fieldRules))('"%s" is said in French and in English', (code, { fr, en }) => {
    expect(fr.trim()).not.toBe('');
    expect(en.trim()).not.toBe('');
    expect(fr).not.toBe(en);
    expect(fieldSentence(code)).toEqual({ fr, en });
  });

  test('a text of another kind is not said to be missing', () => {
    for (const text of [line(), Mail, NewPassword]) {
      expect([broken(text, undefined), broken(text, null)]).toEqual([['required'], ['required']]);
      expect(broken(text, 5)).toEqual(['invalidFormat']);
    }
  });

  const bodies = Object.values(api).flatMap((one) =>
    'body' in one && one.name.startsWith('create') ? [{ name: one.name, body: one.body as z.ZodType }] : [],
  );
  test.each(bodies)('what $name misses is required, whatever its kind: text, choice, list', ({ body }) => {
    const issues = body.safeParse({}).error?.issues ?? [];
    expect(issues.map(({ message }) => message)).toEqual(issues.map(() => 'required'));
  });

  test('are those that programs know', () => {
    expect(fieldRules.required).toEqual({ fr: 'Obligatoire', en: 'Required' });
    expect(fieldRules.frequency.en).toMatch(/^Invalid frequency/);
    expect(fieldRules.email.en).toMatch(/^Invalid Email/);
    expect(fieldRules.mismatch.en).toBe('Passwords do not match');
    expect(fieldRules.json.en).toBe('Invalid json format');
  });

  test('codes of the validation library have sentences of their own; nothing inherited is one', () => {
    expect(fieldSentence('too_big')).toEqual(libraryCodes.too_big);
    expect(fieldSentence('invalid_type')).toEqual(libraryCodes.invalid_type);
    for (const code of ['toString', '__proto__', 'constructor']) {
      expect([code, fieldSentence(code)]).toEqual([code, fieldRules.invalidFormat]);
    }
  });
});
