import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { limits } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { countText, formatNumber } from './format-number.ts';
import { Icon } from './icon.tsx';
import styles from './pager.module.css';

/** Rows of a page that can be chosen. */
export const pageSizes = [limits.pageSize, 25, 50, 100] as const;

/** First and last row of a page, and how many pages there are. */
function pageBounds(page: number, total: number, pageSize: number): { first: number; last: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return {
    first: total === 0 ? 0 : (page - 1) * pageSize + 1,
    last: Math.min(page * pageSize, total),
    pages,
  };
}

/** Its place alone until the total is known, so that the rows above keep theirs; nothing where there are none. */
export function Pager(props: {
  page: number;
  total: number | undefined;
  /** Rows of a page. */
  pageSize?: number;
  /** The total is about so many. */
  isEstimate?: boolean | undefined;
  /** How many rows a page was chosen to have; undefined: as many as the height holds. */
  chosenSize?: number | undefined;
  /** Lets choose it. */
  onPageSize?(rows: number | undefined): void;
  /** What all pages hold together; of one page it says enough. */
  about?: ReactNode;
  /** The list, where a screen has more than one. */
  of?: string;
  onPage(page: number): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const language = useAppearance((appearance) => appearance.language);
  const { page, total, pageSize = limits.pageSize } = props;
  if (total === undefined) return <div className={styles.pager} />;
  if (total === 0) return null;
  const { first, last, pages } = pageBounds(page, total, pageSize);
  const isWhole = pages === 1 && props.about !== undefined;
  const number = (value: number) => formatNumber(value, 0, language);
  return (
    <nav
      className={styles.pager}
      aria-label={props.of === undefined ? t('pager.label') : t('pager.of', { list: props.of })}
    >
      {props.about}
      {isWhole ? null : (
        <span className={styles.turn}>
          <span>
            {t('pager.rows', {
              first: number(first),
              last: number(last),
              total: countText(total, props.isEstimate, language),
            })}
          </span>
          <span className={styles.grow} />
          {props.onPageSize && <SizeChoice rows={props.chosenSize} onChoose={props.onPageSize} />}
          <IconButton
            size="small"
            disabled={page <= 1}
            aria-label={t('pager.previous')}
            onClick={() => props.onPage(page - 1)}
          >
            <Icon path={mdiChevronLeft} size={18} />
          </IconButton>
          <b>{number(page)}</b>
          <span>/ {number(pages)}</span>
          <IconButton
            size="small"
            disabled={page >= pages}
            aria-label={t('pager.next')}
            onClick={() => props.onPage(page + 1)}
          >
            <Icon path={mdiChevronRight} size={18} />
          </IconButton>
        </span>
      )}
    </nav>
  );
}

function SizeChoice(props: { rows: number | undefined; onChoose(rows: number | undefined): void }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <select
      className={styles.size}
      aria-label={t('pager.sizes')}
      value={props.rows ?? ''}
      onChange={({ target }) => props.onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">{t('pager.fitting')}</option>
      {pageSizes.map((count) => (
        <option key={count} value={count}>
          {t('pager.size', { count })}
        </option>
      ))}
    </select>
  );
}
