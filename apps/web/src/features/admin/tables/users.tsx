import { mdiCheck, mdiClockAlertOutline, mdiEmailOutline, mdiLinkVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { aboveCoaches, api, Role, rolesLookedAfter, type User, userRights } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { reachOf } from '../../../base/may.ts';
import { useUser } from '../../../base/services.tsx';
import { FieldHelp } from '../../../tables/field-help.tsx';
import { SearchPick } from '../../../tables/search-pick.tsx';
import { defineTable, type OwnFieldProps } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import word from '../../../ui/state-word.module.css';
import { InvitationDialog } from './invitation-dialog.tsx';
import { passwordField, setsPassword } from './password-field.tsx';
import { reservedComments } from './reserved-comments.ts';
import styles from './show.module.css';
import { Enabled, Quiet, Tag } from './show.tsx';
import { clientField, groupSource, useGroupChoices } from './sources.ts';

function useRoles() {
  const { t } = useTranslation('admin');
  return Role.options.map((value) => ({ value, label: t(`users.role.${value}`) }));
}

function useActive() {
  const { t } = useTranslation('admin');
  return [
    { value: true, label: t('common.enabled') },
    { value: false, label: t('common.disabled') },
  ];
}

function useLanguages() {
  const { t } = useTranslation('app');
  return [
    { value: 'fr', label: t('user.french') },
    { value: 'en', label: t('user.english') },
  ];
}

function Name({ user }: { user: User }): ReactNode {
  return (
    <span className={styles.named}>
      <Avatar person={user} size={24} />
      <span className={styles.ellipsis} title={`${user.firstname} ${user.lastname}`}>
        <b className={styles.strong}>{user.lastname}</b> <span className={styles.plain}>{user.firstname}</span>
      </span>
    </span>
  );
}

function Roles({ user }: { user: User }): ReactNode {
  const { t } = useTranslation('admin');
  return user.roles.map((role) => (
    <Tag key={role} marked={role === 'Admin'}>
      {t(`users.role.${role}`)}
    </Tag>
  ));
}

function TermsState({ user }: { user: User }): ReactNode {
  const { t } = useTranslation('admin');
  if (!user.active) return <Enabled on={false} />;
  return (
    <span className={`${word.word} ${user.terms_accepted ? word.off : word.warn}`}>
      <Icon path={user.terms_accepted ? mdiCheck : mdiClockAlertOutline} size={16} />
      {t(user.terms_accepted ? 'users.terms.accepted' : 'users.terms.waiting')}
    </span>
  );
}

/** The roles, and what each chosen one allows. */
function RolesField(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const given = rolesLookedAfter(useUser().roles);
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const roles = Role.options.filter((role) => chosen.includes(role));
  const meaning = roles.map((role) => t(`users.roleMeaning.${role}`)).join(' ');
  return (
    <>
      <PickMany
        label={props.label}
        none={t('common.none')}
        choices={useRoles().filter(({ value }) => given.includes(value))}
        chosen={roles}
        onChoose={props.onChange}
      />
      <FieldHelp problem={props.problem} hint={meaning === '' ? undefined : meaning} />
    </>
  );
}

/** Groups of the client that the form names. */
function GroupsField(props: OwnFieldProps): ReactNode {
  const client: unknown = props.form.client_id;
  const id: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, 'value') : undefined;
  const source = groupSource(typeof id === 'number' ? id : undefined);
  return <SearchPick {...props} source={source} many hint={undefined} autoFocus={false} />;
}

/** In the form: a new link, beside the fields that are saved. */
function PasswordPart({ row }: { row: User }): ReactNode {
  const isOwn = !isOther(row, useUser());
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  const mails = useBackendInfo()?.can_mail !== false;
  // One's own password is changed in the account.
  if (isOwn) return null;
  return (
    <div className={styles.offer}>
      <div>
        <h3>{t('users.password.title')}</h3>
        <p>{t(mails ? 'users.password.text' : 'users.password.textByHand')}</p>
      </div>
      <Button
        variant="outlined"
        onClick={() => setOpen(true)}
        startIcon={<Icon path={mails ? mdiEmailOutline : mdiLinkVariant} size={18} />}
      >
        {t(mails ? 'invitation.send' : 'invitation.make')}
      </Button>
      {open && <InvitationDialog row={row} onClose={() => setOpen(false)} />}
    </div>
  );
}

const isOther = (row: { readonly id: number }, user: User): boolean => row.id !== user.id;

/** The groups of a person; a coach with one group adds athletes to it. */
function startGroups(row: User | undefined, user: User) {
  const reachesGroups = reachOf(user, 'user.create') === 'groups';
  const ofNew = reachesGroups && user.groups.length === 1 ? user.groups : [];
  return (row?.groups ?? ofNew).map(({ id, name }) => ({ value: id, label: name }));
}

const users = defineTable<User>({
  name: 'users',
  cached: 'users',
  endpoints: api.userEndpoints,
  ofClient: true,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`,
  sort: { by: 'lastname' },
  filters: [
    { name: 'roles', kind: 'many', useChoices: useRoles },
    { name: 'groupIds', kind: 'many', useChoices: useGroupChoices },
    { name: 'active', kind: 'one', useChoices: useActive },
  ],
  columns: [
    { name: 'lastname', sort: 'lastname', width: 232, show: (user) => <Name user={user} /> },
    { name: 'mail', sort: 'mail', show: ({ mail }) => <Quiet title={mail}>{mail}</Quiet> },
    { name: 'roles', width: 150, roles: aboveCoaches, show: (user) => <Roles user={user} /> },
    {
      name: 'groups',
      width: 150,
      shown: 'wide',
      show: ({ groups }) => {
        const names = groups.map(({ name }) => name).join(', ');
        return <Quiet title={names}>{names}</Quiet>;
      },
    },
    { name: 'terms', width: 124, shown: 'medium', show: (user) => <TermsState user={user} /> },
  ],
  phone: {
    summary: ({ mail }) => mail,
    aside: (user) => <Roles user={user} />,
  },
  fields: [
    { name: 'firstname', kind: 'text', half: true },
    { name: 'lastname', kind: 'text', half: true },
    { name: 'mail', kind: 'mail' },
    {
      name: 'roles',
      kind: 'own',
      Field: RolesField,
      keepStart: true,
      start: (row) => row?.roles ?? userRights.roles.start,
    },
    {
      name: 'groups',
      kind: 'own',
      Field: GroupsField,
      half: true,
      start: (row, _, user) => startGroups(row, user),
    },
    clientField({ half: true }),
    { name: 'language', kind: 'one', half: true, useChoices: useLanguages, start: (row) => row?.language ?? 'fr' },
    { name: 'active', kind: 'switch', half: true, start: (row) => row?.active ?? true },
    passwordField('create'),
    passwordField('edit'),
    ...reservedComments,
    { name: 'is_recovery', kind: 'switch', hint: 'is_recovery' },
  ],
  actions: [
    {
      name: 'invite',
      icon: mdiEmailOutline,
      quick: true,
      // One's own password is changed in the account.
      offered: (row, user) => row.may.edit && isOther(row, user),
      Dialog: InvitationDialog,
    },
  ],
  offersDeletion: isOther,
  // The people of a coach are the athletes: who else is in the group is not theirs to look after.
  forRole: {
    Coach: {
      query: { roles: ['Athlete'] },
      filters: [{ name: 'groupIds', kind: 'many', useChoices: useGroupChoices }],
      phone: { summary: ({ mail }) => mail, aside: (user) => <TermsState user={user} /> },
    },
  },
  FormFoot: PasswordPart,
  Created: InvitationDialog,
  needsCreated: ({ password }) => !setsPassword(password),
});

export default function Users(): ReactNode {
  return <TableScreen table={users} />;
}
