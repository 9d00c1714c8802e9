import {
  type Answered,
  isRefusal,
  type JudgedEntity,
  type JudgedRow,
  judgesRows,
  type Refusal,
} from '@sillage/contract';
import type { Listed } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

type Asking = Pick<Viewer, 'principal'>;

/**
 * Says with each row of an entity that is answered what the caller may do with it.
 * @param judge what of a row the table of permissions does not know
 */
export function answersMay<R>(entity: JudgedEntity, judge: (row: R, viewer: Asking) => JudgedRow = () => ({})) {
  function says<T extends R & object>(viewer: Asking): (row: T) => Answered<T> {
    const may = judgesRows(entity, viewer.principal);
    return (row) => ({ ...row, may: may(judge(row, viewer)) });
  }
  return {
    async one<T extends R & object>(
      viewer: Asking,
      found: T | Refusal | Promise<T | Refusal>,
    ): Promise<Answered<T> | Refusal> {
      const row = await found;
      return isRefusal(row) ? row : says<T>(viewer)(row);
    },
    async list<T extends R & object>(viewer: Asking, listed: Promise<Listed<T>>): Promise<Listed<Answered<T>>> {
      const { items, total } = await listed;
      return { items: items.map(says<T>(viewer)), total };
    },
  };
}
