import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import { inOneClient } from '../field-rights.ts';
import { limits } from '../limits.ts';
import {
  Client,
  ClientCreate,
  ClientEdit,
  ClientQuery,
  clientRights,
  Exercise,
  ExerciseCreate,
  ExerciseEdit,
  ExerciseQuery,
  Group,
  GroupCreate,
  GroupEdit,
  GroupQuery,
  Invitation,
  RecoveryKey,
  Sport,
  SportCreate,
  SportEdit,
  SportQuery,
} from '../shapes/people.ts';
import { ChoicesQuery, ClientIdParams, Id, IdParams, listOf } from '../shapes/primitives.ts';
import { User, UserCreate, UserEdit, UserQuery, userRights } from '../shapes/user.ts';

export const userEndpoints = entityEndpoints({
  name: 'User',
  path: '/users',
  shape: User,
  create: UserCreate,
  edit: UserEdit,
  query: UserQuery,
  rights: userRights,
  access: { read: 'user.read', edit: 'user.edit', create: 'user.create', delete: 'user.delete' },
});
export const {
  list: listUsers,
  read: readUser,
  create: createUser,
  edit: editUser,
  delete: deleteUser,
  deletion: describeUserDeletion,
} = userEndpoints;

const NamedItem = z.object({ id: Id, name: z.string() });
export const listUserGroups = endpoint({
  name: 'listUserGroups',
  method: 'GET',
  path: '/users/:id/groups',
  access: 'user.read',
  summary: 'The groups of a person',
  params: IdParams,
  reply: listOf(NamedItem),
});
export const inviteUser = endpoint({
  name: 'inviteUser',
  method: 'POST',
  path: '/users/:id/invitation',
  access: 'user.create',
  summary: 'Mails a link to choose a password; without mail, answers the link to hand over',
  params: IdParams,
  reply: Invitation,
});

export const clientEndpoints = entityEndpoints({
  name: 'Client',
  path: '/clients',
  shape: Client,
  create: ClientCreate,
  edit: ClientEdit,
  query: ClientQuery,
  multipart: true,
  maxUploadBytes: limits.logoBytes,
  rights: clientRights,
  access: { read: 'client.read', edit: 'client.edit', create: 'client.create', delete: 'client.delete' },
});
export const {
  list: listClients,
  read: readClient,
  create: createClient,
  edit: editClient,
  delete: deleteClient,
  deletion: describeClientDeletion,
} = clientEndpoints;
export const readClientLogo = endpoint({
  name: 'readClientLogo',
  method: 'GET',
  path: '/clients/:id/logo',
  access: 'client.read',
  summary: 'The logo, a PNG made by this server',
  params: IdParams,
  /** The version that `logo` of the client names: browsers keep that one. */
  query: z.object({ v: z.string().max(64).optional() }),
  reply: 'bytes',
  contentTypes: ['image/png'],
  otherStatuses: [304],
});
export const readRecoveryKey = endpoint({
  name: 'readRecoveryKey',
  method: 'GET',
  path: '/clients/:id/recovery_key',
  access: 'client.edit',
  summary: 'The key that resets a password on a hub (v6.6.1 or later)',
  params: IdParams,
  reply: RecoveryKey,
});
export const renewRecoveryKey = endpoint({
  name: 'renewRecoveryKey',
  method: 'POST',
  path: '/clients/:id/recovery_key',
  access: 'client.edit',
  summary: 'Makes a new recovery key; the old one stops working',
  params: IdParams,
  reply: RecoveryKey,
});

export const groupEndpoints = entityEndpoints({
  name: 'Group',
  path: '/groups',
  shape: Group,
  create: GroupCreate,
  edit: GroupEdit,
  query: GroupQuery,
  rights: inOneClient,
  access: { read: 'group.read', edit: 'group.edit', create: 'group.edit', delete: 'group.edit' },
});
export const {
  list: listGroups,
  read: readGroup,
  create: createGroup,
  edit: editGroup,
  delete: deleteGroup,
  deletion: describeGroupDeletion,
} = groupEndpoints;
export const listGroupUsers = endpoint({
  name: 'listGroupUsers',
  method: 'GET',
  path: '/groups/:id/users',
  access: 'group.read',
  summary: 'The members of a group',
  params: IdParams,
  reply: listOf(z.object({ id: Id, firstname: z.string(), lastname: z.string() })),
});

export const exerciseEndpoints = entityEndpoints({
  name: 'Exercise',
  path: '/exercises',
  shape: Exercise,
  create: ExerciseCreate,
  edit: ExerciseEdit,
  query: ExerciseQuery,
  rights: inOneClient,
  access: { read: 'exercise.read', edit: 'exercise.edit', create: 'exercise.edit', delete: 'exercise.edit' },
});
export const {
  list: listExercises,
  read: readExercise,
  create: createExercise,
  edit: editExercise,
  delete: deleteExercise,
  deletion: describeExerciseDeletion,
} = exerciseEndpoints;

export const sportEndpoints = entityEndpoints({
  name: 'Sport',
  path: '/sports',
  shape: Sport,
  create: SportCreate,
  edit: SportEdit,
  query: SportQuery,
  access: { read: 'sport.read', edit: 'sport.edit', create: 'sport.edit', delete: 'sport.edit' },
});
export const {
  list: listSports,
  read: readSport,
  create: createSport,
  edit: editSport,
  delete: deleteSport,
  deletion: describeSportDeletion,
} = sportEndpoints;

export const listClientExercises = endpoint({
  name: 'listClientExercises',
  method: 'GET',
  path: '/clients/:clientId/exercises',
  access: 'exercise.read',
  summary: 'The exercises of a client',
  params: ClientIdParams,
  reply: listOf(Exercise),
});

const Person = z.object({ id: Id, firstname: z.string(), lastname: z.string(), group_ids: z.array(Id) });
export const listClientUsers = endpoint({
  name: 'listClientUsers',
  method: 'GET',
  path: '/clients/:clientId/users',
  access: 'user.read',
  summary: 'The active people of a client that the caller may see, by name; all unless a page is asked for',
  params: ClientIdParams,
  query: ChoicesQuery,
  reply: listOf(Person),
});
export const listClientSports = endpoint({
  name: 'listClientSports',
  method: 'GET',
  path: '/clients/:clientId/sports',
  access: 'client.read',
  summary: 'The sports of a client',
  params: ClientIdParams,
  reply: listOf(z.object({ id: Id, name: z.string(), display_name: Translated, text: z.string(), value: z.string() })),
});
