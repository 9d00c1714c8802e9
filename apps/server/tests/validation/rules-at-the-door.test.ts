import { api, ErrorBody, type FieldRule, fieldRules, fieldSentence } from '@sillage/contract';
import { startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Population, populate } from '../permissions/populate-clients.ts';
import { parameters, type Sent } from './doors.ts';
import { rulesOfEquipment } from './rules-of-equipment.ts';
import { type Rule, rulesOfPeople } from './rules-of-people.ts';
import { rulesOfThings } from './rules-of-things.ts';

const rules = { ...rulesOfPeople, ...rulesOfEquipment, ...rulesOfThings };

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
  for (const [name, type] of Object.entries(parameters)) {
    const items =
      type === 'list'
        ? [
            { value: 'a', title: { fr: 'a', en: 'a' } },
            { value: 'b', title: { fr: 'b', en: 'b' } },
          ]
        : [];
    const params = { tableName: 'User' as const, id: hub.user.id };
    await hub.client.call(api.createParameter, { params, query: { cookie_name: name }, body: { type, items } });
  }
});
afterAll(async () => {
  await hub?.stop();
});

async function send({ endpoint, path = endpoint.path, body, file, as }: Sent) {
  const form = new FormData();
  form.append('data', JSON.stringify(body));
  if (file !== undefined) form.append('file', new Blob(['T,a\n0,1\n0.01,2\n']), file);
  const response = await fetch(`${hub.url}/api${path}`, {
    method: endpoint.method,
    headers: {
      authorization: people.callers[as ?? 'Admin'],
      ...(file === undefined && { 'content-type': 'application/json' }),
    },
    body: file === undefined ? JSON.stringify(body) : form,
  });
  const text = await response.text();
  return { status: response.status, refusal: response.ok ? undefined : ErrorBody.parse(JSON.parse(text)) };
}

describe('a rule of a field, at the endpoint that has it', () => {
  for (const [what, { door, field, good, bad, code }] of Object.entries(rules)) {
    test.each(good.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
      `${what} may be %s`,
      async (_, value) => {
        const { status, refusal } = await send(door(value));
        expect(refusal?.fields?.[field]).toBeUndefined();
        if (code === undefined) expect({ status: status < 300, refusal }).toEqual({ status: true, refusal: undefined });
        else if (refusal !== undefined) expect(refusal.code).toBe(code);
      },
    );
    test.each(bad.map(([rule, value]) => [JSON.stringify(value).slice(0, 60), rule, value] as const))(
      `${what} may not be %s (%s)`,
      async (_, rule, value) => {
        const { status, refusal } = await send(door(value));
        expect({ status, said: refusal?.fields?.[field] }).toEqual({
          status: rule === 'taken' ? 409 : rule === 'forbidden' ? 403 : 422,
          said: rule,
        });
        expect(refusal?.message.fr).not.toBe(refusal?.message.en);
        expect(fieldSentence(refusal?.fields?.[field] ?? '')).toEqual(fieldRules[rule]);
      },
    );
  }

  test('a field that is missing is said to be required, all at once', async () => {
    const { status, refusal } = await send({ endpoint: api.createUser, body: {} });
    expect([status, refusal?.code]).toEqual([422, 'request.invalid']);
    expect(refusal?.fields).toMatchObject({ mail: 'required', firstname: 'required', lastname: 'required' });
  });

  test('a logo is a PNG or a JPEG, by its name and by its bytes', async () => {
    const { clientId } = people.sides.own;
    const endpoint = api.editClient;
    for (const name of ['logo.gif', 'logo.svg', 'logo']) {
      const { status, refusal } = await send({ endpoint, path: `/clients/${clientId}`, body: {}, file: name });
      expect([status, refusal?.code]).toEqual([422, 'file.wrongExtension']);
      expect(refusal?.message.fr).toContain('.png, .jpg, .jpeg');
      expect(refusal?.message.en).toContain('.png, .jpg, .jpeg');
    }
    const { refusal } = await send({ endpoint, path: `/clients/${clientId}`, body: {}, file: 'logo.png' });
    expect(refusal?.code).toBe('image.unreadable');
  });
});

describe('the form and the endpoint have one truth', () => {
  const forms: readonly (readonly [string, Rule])[] = Object.entries(rules).filter(
    ([, { field }]) => !/file|value|args|config/.test(field),
  );
  /** Rules that only the server can judge: what exists, whose it is, what it was. */
  const judgedByServer: readonly FieldRule[] = ['taken', 'unknown', 'forbidden', 'wrongPassword'];

  test.each(forms)('%s: the schema that the form is validated with breaks the same rule', (_, { door, field, bad }) => {
    for (const [rule, value] of bad) {
      if (judgedByServer.includes(rule) || (rule === 'date' && /Date$|expires_at/.test(field))) continue;
      const { endpoint, body } = door(value);
      const issues = endpoint.body.safeParse(body).error?.issues ?? [];
      const said = issues.filter(({ path }) => path.join('.') === field).flatMap(messagesOf);
      expect.soft({ value, said }).toEqual({ value, said: expect.arrayContaining([rule]) });
    }
  });

  function messagesOf(issue: z.core.$ZodIssue): string[] {
    return [issue.message];
  }
});

test('every rule has its sentence in both languages, another one in each', () => {
  for (const [rule, { fr, en }] of Object.entries(fieldRules)) {
    expect
      .soft({ rule, empty: fr.trim() === '' || en.trim() === '', same: new Set<string>([fr, en]).size === 1 })
      .toEqual({ rule, empty: false, same: false });
  }
});
