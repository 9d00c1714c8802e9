import type { api } from '@sillage/contract';
import type { Kind, Target } from './populate-clients.ts';

type Api = typeof api;
/** Every endpoint of the contract by name; values that are not endpoints (bundles of them) fall out. */
export type EndpointName = {
  [K in keyof Api]: Api[K] extends { readonly path: string; readonly method: string } ? K : never;
}[keyof Api];

export interface Arguments {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** How the matrix walks an endpoint. */
export type Cell =
  /** Acts on one thing; `consumes`: it is gone, or in no list, afterwards; `holdsNothing`: what is asked of it is not there. */
  | {
      readonly on: Kind;
      readonly consumes?: true;
      readonly holdsNothing?: true;
      readonly with?: (target: Target) => Arguments;
    }
  /** Shows many things: those in reach, and no other. `of` answers a reply's ids where they are not each one's `id`. */
  | {
      readonly shows: Kind;
      readonly with?: (clientId: number) => Arguments;
      /** Of a list of all clients. */
      readonly query?: Record<string, unknown>;
      readonly of?: (reply: unknown) => number[];
    }
  /** Adds something to a client that the body names. */
  | { readonly adds: (clientId: number, n: number) => unknown; readonly file?: true }
  /** Touches nothing of a client: only the role counts. */
  | { readonly gate: Arguments | 'not called' };

export const gate = (given: Arguments = {}): Cell => ({ gate: given });
export const on = (kind: Kind, body?: unknown): Cell => ({
  on: kind,
  with: ({ id }: Target) => ({ params: { id }, body }),
});
export const removes = (kind: Kind): Cell => ({
  on: kind,
  consumes: true,
  with: ({ id }: Target) => ({ params: { id } }),
});
export const inClient = (kind: Kind): Cell => ({
  on: kind,
  with: ({ clientId }: Target) => ({ params: { clientId } }),
});
export const live = (body?: unknown): Cell => ({
  on: 'device',
  with: ({ clientId, number }: Target) => ({ params: { clientId, deviceNumber: number }, body }),
});
export const parameter = (body?: unknown): Cell => ({
  on: 'user',
  with: ({ id }: Target) => ({ params: { tableName: 'User', id }, query: { cookie_name: 'lang' }, body }),
});
export const specific: Cell = { on: 'user', with: ({ id }: Target) => ({ params: { userId: id, sportId: 1 } }) };
export const compiled = (body?: unknown): Cell => ({
  on: 'compiled',
  with: ({ clientId, id }: Target) => ({ params: { clientId, id }, body }),
});
/** A scenario of the product. */
export const guided = 'GuidedRecordScenario';
export const named = { name: 'renamed' };
export const window = { t0: 0, t1: 0.01 };
export const seconds = Array.from({ length: 30 }, (_, i) => i);
export const data = ({ id }: Target) => ({ body: { data: { [id]: [{ y: ['imu.acc_x'] }] } } });

/** A row an endpoint. */
export type Cells = { readonly [K in EndpointName]: Cell };
