import { z } from 'zod';
import { type Access, endpoint } from './endpoint.ts';
import { Translated } from './errors.ts';
import { type Answered, type FieldRights, May } from './field-rights.ts';
import { limits } from './limits.ts';
import { filter, Id, IdParams, listOf, Page } from './shapes/primitives.ts';

/** What becomes of other things when an entity is deleted, for the confirmation. */
export const DeletionEffect = z.object({
  /** What, in both languages, with its count: `148 enregistrements`. */
  what: Translated,
  count: z.int(),
  fate: z.enum(['kept', 'lost']),
});
export const DeletionEffects = z.object({ name: z.string(), effects: z.array(DeletionEffect) });
export type DeletionEffects = z.infer<typeof DeletionEffects>;

/** Lists are searched, sorted and paged on the server; each entity adds its filters. */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  return (
    Page.extend({
      search: filter(z.string().max(200), ''),
      sort_by: filter(z.enum(sorts), sorts[0]),
      sort_desc: filter(z.boolean(), false),
      ...filters,
    })
      .strict()
      // Every filter has a default, so that no body at all asks for the first page; TypeScript cannot see that of `F`.
      .prefault({} as never)
  );
}

interface EntityDefinition<
  N extends string,
  S extends z.ZodObject,
  C extends z.ZodObject,
  E extends z.ZodObject,
  L extends z.ZodType,
  R extends Access,
  W extends Access,
  M extends Access,
  D extends Access,
> {
  /** In the singular, capital first: names the endpoints `listXs`, `readX`, … */
  readonly name: N;
  /** Relative to `/api`, in the plural: `/groups`. */
  readonly path: string;
  readonly shape: S;
  readonly create: C;
  readonly edit: E;
  readonly query: L;
  /** Who writes and reads what, where that is not everyone who may change it. */
  readonly rights?: FieldRights<(keyof z.output<C> | keyof z.output<E>) & string>;
  readonly access: { readonly read: R; readonly edit: W; readonly create: M; readonly delete: D };
  /** Create and edit take a form with a file part. */
  readonly multipart?: boolean;
  /** bytes of that file. */
  readonly maxUploadBytes?: number;
}

/**
 * The six endpoints of an administered entity: list, read, create, edit, delete, and what deleting it would do; with who
 * writes which field. What is answered says what the caller may do with it.
 */
export function entityEndpoints<
  N extends string,
  S extends z.ZodObject,
  C extends z.ZodObject,
  E extends z.ZodObject,
  L extends z.ZodType,
  R extends Access,
  W extends Access,
  M extends Access,
  D extends Access,
>(of: EntityDefinition<N, S, C, E, L, R, W, M, D>) {
  const { name, path, access } = of;
  const upload = { multipart: of.multipart ?? false, maxUploadBytes: of.maxUploadBytes ?? limits.uploadBytes };
  const one = `${path}/:id`;
  // What `extend` makes of a type parameter TypeScript cannot see.
  const shape = of.shape.extend({ may: May }) as unknown as z.ZodType<Answered<z.output<S>>>;
  const rights: FieldRights = of.rights ?? {};
  return {
    rights,
    fields: Object.keys(of.edit.shape),
    list: endpoint({
      name: `list${name}s`,
      method: 'POST',
      path: `${path}/all`,
      access: access.read,
      summary: `A page of those that the caller may see: ${name}`,
      body: of.query,
      reply: listOf(shape),
    }),
    read: endpoint({
      name: `read${name}`,
      method: 'GET',
      path: one,
      access: access.read,
      summary: `One ${name}`,
      params: IdParams,
      reply: shape,
    }),
    create: endpoint({
      name: `create${name}`,
      method: 'POST',
      path,
      access: access.create,
      status: 201,
      ...upload,
      summary: `Adds: ${name}`,
      body: of.create,
      reply: shape,
    }),
    edit: endpoint({
      name: `edit${name}`,
      method: 'PUT',
      path: one,
      access: access.edit,
      ...upload,
      summary: `Changes the fields that are given: ${name}`,
      params: IdParams,
      body: of.edit,
      reply: shape,
    }),
    delete: endpoint({
      name: `delete${name}`,
      method: 'DELETE',
      path: one,
      access: access.delete,
      summary: `Deletes: ${name}`,
      params: IdParams,
      reply: 'nothing',
    }),
    deletion: endpoint({
      name: `describe${name}Deletion`,
      method: 'GET',
      path: `${one}/deletion`,
      access: access.delete,
      summary: `What deleting would keep and lose: ${name}`,
      params: IdParams,
      reply: DeletionEffects,
    }),
  };
}

/** The endpoints that `entityEndpoints` makes, without the entity's types. */
export type EntityEndpoints = ReturnType<
  typeof entityEndpoints<string, z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, Access, Access, Access, Access>
>;

/** Ids of other entities in a body; `[{id}]` is taken too, as reads answer them. */
export const IdList = z
  .array(z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]))
  .max(1000)
  .transform((ids) => [...new Set(ids)]);
