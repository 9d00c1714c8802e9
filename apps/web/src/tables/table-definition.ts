import type { ApiClient } from '@sillage/client';
import type {
  Answered,
  CachedTable,
  DeletionEffects,
  Endpoint,
  JudgedEntity,
  Permission,
  Role,
  User,
} from '@sillage/contract';
import type { ComponentType, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { ActiveClient } from '../base/active-client.ts';

export type Row = Answered<{ readonly id: number }>;

type Body = z.ZodType<unknown, FieldValues>;
/** What `entityEndpoints` of the contract makes, with the type of its rows. */
export interface TableEndpoints<R extends Row> extends Pick<JudgedEntity, 'rights'> {
  readonly list: Endpoint<
    z.ZodType,
    z.ZodType,
    z.ZodType,
    z.ZodType<{ items: R[]; total: number; total_is_estimate?: boolean | undefined }>
  >;
  readonly create: Endpoint<z.ZodType, z.ZodType, Body, z.ZodType<R>>;
  readonly edit: Endpoint<z.ZodType, z.ZodType, Body, z.ZodType<R>>;
  readonly delete: Endpoint<z.ZodType, z.ZodType, z.ZodType, 'nothing'>;
  readonly deletion: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<DeletionEffects>>;
}

export interface Choice<V extends string | number | boolean = string | number | boolean> {
  readonly value: V;
  readonly label: string;
}

export interface Column<R extends Row> {
  /** Key of its heading, `TABLE.column.NAME`. */
  readonly name: string;
  /** What the server sorts by when its heading is pressed. */
  readonly sort?: string;
  /** px; those without share the rest. */
  readonly width?: number;
  readonly align?: 'right';
  /** Narrower tables leave it out. */
  readonly shown?: 'wide' | 'medium';
  /** Who sees it; everyone unless said. */
  readonly roles?: readonly Role[];
  /** Without it: the text of the property of that name. */
  show?(row: R): ReactNode;
}

/** Narrows the list; the chosen values go into the list's query under `name`. */
export interface Filter {
  readonly name: string;
  /** `segments`: always in view, one at a time, `all` first. `many` and `one`: a chip that opens a menu. */
  readonly kind: 'segments' | 'many' | 'one';
  /** A hook: called at each drawing of the toolbar. */
  useChoices(): readonly Choice[];
}

/** Server-side search among many: the list is asked with what was typed. */
export interface Source {
  useSearch(): (text: string, signal: AbortSignal, most: number) => Promise<Choice<number>[]>;
  /** Names the cache. */
  readonly name: string;
}

type FieldKind =
  | { readonly kind: 'text'; readonly mono?: boolean }
  | { readonly kind: 'mail' | 'longText' | 'date' | 'switch' }
  | { readonly kind: 'number'; readonly of: 'int' | 'float' }
  | { readonly kind: 'code'; readonly lines: number; readonly as: 'text' | 'object' }
  | { readonly kind: 'one' | 'many'; useChoices(): readonly Choice<string | number>[] }
  | { readonly kind: 'searchOne' | 'searchMany'; readonly source: Source }
  | { readonly kind: 'file'; readonly extensions: readonly string[]; readonly required: boolean }
  | {
      readonly kind: 'own';
      readonly Field: ComponentType<OwnFieldProps>;
      inBody?(value: unknown): unknown;
      /** Code of what is wrong with it that the body does not show. */
      problemOf?(value: unknown): string | undefined;
      /** When its value may be a file, which is sent beside the body. */
      readonly extensions?: readonly string[];
    };

export interface OwnFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly problem: string | undefined;
  /** The whole form as typed, for fields that depend on others. */
  readonly form: FieldValues;
  onChange(value: unknown): void;
  onBlur(): void;
  /** What is focused when the field is refused. */
  inputRef(element: HTMLElement | null): void;
}

/**
 * A field of the form. Its name is its path in the body; its label is `TABLE.field.NAME`. Those who may not write it, as the
 * contract and the row say, do not have it.
 */
export type Field<R extends Row> = FieldKind & {
  readonly name: string;
  /** Half of the width: two stand side by side. */
  readonly half?: boolean;
  /** Key of a sentence below it, under `TABLE.hint`. */
  readonly hint?: string;
  /** Only in the form that adds, or only in the one that changes. */
  readonly only?: 'create' | 'edit';
  /** May be left empty: then null is sent instead of an empty text. */
  readonly nullable?: boolean;
  /** Starts a part of its own with this heading, `TABLE.part.NAME`. */
  readonly part?: string;
  /** A new row needs it: those who may not choose send what the form starts with. */
  readonly keepStart?: true;
  /** Sent, but not shown. */
  readonly hidden?: true;
  /** What the form starts with; without it the property of that name. `row` is absent when adding. */
  start?(row: R | undefined, active: ActiveClient, user: User): unknown;
};

export interface Tools {
  readonly server: ApiClient;
  /** Asks the list again. */
  refresh(): Promise<void>;
}

/** What a row offers besides edit and delete. */
export interface RowAction<R extends Row> {
  /** Key of its words, `TABLE.action.NAME`. */
  readonly name: string;
  readonly icon: string;
  /** Stands in the row itself, not only in its menu. */
  readonly quick?: boolean;
  /** Whom the permission table lets do it; everyone who sees the row unless said. */
  readonly needs?: Permission;
  offered?(row: R, user: User): boolean;
  run?(row: R, tools: Tools): void | Promise<void>;
  readonly Dialog?: ComponentType<{ row: R; onClose(): void }>;
}

/** A table of the administration: what the generic screen needs to show, search, add, change and delete. */
export interface AdminTable<R extends Row> {
  /** Its view in `views.admin`, its sentences in admin.json. */
  readonly name: string;
  /** The table of the cache protocol whose changes concern it. */
  readonly cached: CachedTable;
  readonly endpoints: TableEndpoints<R>;
  /** Narrowed to the active client unless an administrator asks for all. */
  readonly ofClient: boolean;
  /** What the list is always asked with. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** What is different for a role. */
  readonly forRole?: Readonly<Partial<Record<Role, Partial<Pick<AdminTable<R>, 'filters' | 'query' | 'phone'>>>>>;
  /** Whether deleting a row is offered here to those who may; so it is unless said. */
  offersDeletion?(row: R, user: User): boolean;
  /** Says above its rows what they are: the sentence `TABLE.intro`. */
  readonly introduced?: true;
  nameOf(row: R): string;
  readonly columns: readonly Column<R>[];
  readonly sort: { readonly by: string; readonly descending?: boolean };
  readonly filters?: readonly Filter[];
  /** What a row of the phone's list says under its name, and at its right. */
  readonly phone: { summary(row: R): ReactNode; aside?(row: R): ReactNode };
  readonly fields: readonly Field<R>[];
  readonly actions?: readonly RowAction<R>[];
  /** Right panel of the chosen row; a sheet on small screens. */
  readonly Detail?: ComponentType<{ row: R }>;
  /** Cards below the rows. */
  readonly Below?: ComponentType;
  /** Below the fields of the form that changes a row: actions beside them. */
  readonly FormFoot?: ComponentType<{ row: R }>;
  /** Shown once a row was added, e.g. a secret. */
  readonly Created?: ComponentType<{ row: R; onClose(): void }>;
  /** Whether the form left something for `Created` to do; so it is unless said. */
  needsCreated?(form: FieldValues): boolean;
  /** What else ends with a row that was deleted. */
  onDeleted?(row: R): void;
  /** What the form reads more of a row before it opens. */
  load?(row: R, server: ApiClient): Promise<R>;
}

/** Lets TypeScript find the type of the rows, and of those that are answered, in the endpoints. */
export function defineTable<T extends { readonly id: number }>(
  table: AdminTable<Answered<T>>,
): AdminTable<Answered<T>> {
  return table;
}
