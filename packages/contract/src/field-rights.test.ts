import { describe, expect, it } from 'vitest';
import { api, looksAfterRoles, mayOf, mayRead, mayWrite, Role, rank, rolesLookedAfter, userRights } from './index.ts';

describe('what an answered row says may be done with it', () => {
  const fields = (roles: readonly Role[], row = {}) => mayOf(api.userEndpoints, { roles }, row).fields;

  it('is what the role writes, of others and of oneself', () => {
    const all = api.userEndpoints.fields;
    expect(fields(['Admin'])).toEqual(all);
    expect(fields(['Admin'], { isOwn: true })).toEqual(all.filter((field) => field !== 'password'));
    expect(fields(['Coach'])).toEqual(['mail', 'firstname', 'lastname', 'groups', 'language']);
    expect(fields(['Coach'], { isOwn: true })).toEqual(['mail', 'firstname', 'lastname', 'language', 'externalAPI']);
    expect(fields(['Athlete'], { isOwn: true })).toEqual(fields(['Coach'], { isOwn: true }));
    expect(fields(['Coach', 'Manager'])).toEqual(fields(['Manager']));
  });

  it('is nothing where the permission table, the row or a key that only reads says so', () => {
    const nothing = { edit: false, delete: false, fields: [] };
    expect(mayOf(api.sportEndpoints, { roles: ['Manager'] })).toEqual(nothing);
    expect(mayOf(api.userEndpoints, { roles: ['Manager'] }, { edit: false, delete: false })).toEqual(nothing);
    expect(mayOf(api.userEndpoints, { roles: ['Admin'], apiKey: 'read' })).toEqual(nothing);
    expect(mayOf(api.userEndpoints, { roles: ['Admin'], apiKey: 'write' }).edit).toBe(true);
    expect(mayOf(api.userEndpoints, { roles: ['Athlete'] }, { isOwn: true })).toMatchObject({
      edit: true,
      delete: false,
    });
  });

  it('leaves out what nobody writes as long as the row is as it is', () => {
    const { fields, edit } = mayOf(api.recordRows, { roles: ['Coach'] }, { withheld: ['basename'] });
    expect([edit, fields.includes('basename'), fields.includes('comment')]).toEqual([true, false, true]);
  });

  it('reads the comments of the roles above to nobody below', () => {
    const readers = (field: string) => Role.options.filter((role) => mayRead(userRights, field, [role]));
    expect(readers('manager_comment')).toEqual(['Admin', 'Manager']);
    expect(readers('admin_comment')).toEqual(['Admin']);
    expect(readers('mail')).toEqual(Role.options);
    expect(mayWrite(userRights, 'manager_comment', ['Coach'])).toBe(false);
  });
});

describe('the role that a person counts as', () => {
  it('is the one that reaches furthest', () => {
    expect(rank(['Athlete', 'Coach'])).toBe('Coach');
    expect(rank(['Athlete', 'Manager', 'Coach'])).toBe('Manager');
    expect(rank(['Athlete'])).toBe('Athlete');
  });

  it('is none, and not an athlete, for somebody without any: they have no right that needs one', () => {
    expect(rank([])).toBeUndefined();
    expect(rolesLookedAfter([])).toEqual([]);
    expect(looksAfterRoles([], ['Athlete'])).toBe(false);
    expect([mayWrite(userRights, 'roles', []), mayRead(userRights, 'manager_comment', [])]).toEqual([false, false]);
    expect([mayWrite(userRights, 'firstname', []), mayRead(userRights, 'mail', [])]).toEqual([true, true]);
    expect(mayOf(api.userEndpoints, { roles: [] })).toEqual({ edit: false, delete: false, fields: [] });
  });

  it('looks after those who have no other roles than its own people', () => {
    expect(looksAfterRoles(['Coach'], ['Athlete'])).toBe(true);
    expect(looksAfterRoles(['Coach'], ['Athlete', 'Coach'])).toBe(false);
    expect(looksAfterRoles(['Manager'], ['Manager'])).toBe(true);
    expect(looksAfterRoles(['Manager'], ['Athlete', 'Admin'])).toBe(false);
    expect(looksAfterRoles(['Manager'], [])).toBe(false);
    expect(looksAfterRoles(['Admin'], [])).toBe(true);
    expect(looksAfterRoles(['Athlete'], ['Athlete'])).toBe(false);
  });
});
