import type { RefObject } from 'react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { glideTo } from '../../../ui/glide-to.ts';
import type { Category } from './group-parameters.ts';
import styles from './parameter-screen.module.css';

/** The groups by category, with how many parameters each has; a dot where one is modified. Pressing one goes to it. */
export function Categories(props: {
  categories: readonly Category[];
  rows: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const [current, setCurrent] = useState<string>();
  const shown = props.categories.flatMap(({ groups }) => groups);
  const at = shown.some(({ key }) => key === current) ? current : shown[0]?.key;
  const go = (key: string) => {
    setCurrent(key);
    glideTo(props.rows.current?.querySelector(`[data-group="${CSS.escape(key)}"]`), { block: 'start' });
  };
  return (
    <nav className={styles.categories} aria-label={t('parameters.categories')}>
      {props.categories.map(({ title, groups }) => (
        <div key={groups[0]?.key}>
          {groups[0]?.titles.length !== 1 && <h2>{title[language]}</h2>}
          {groups.map((group) => (
            <button
              key={group.key}
              type="button"
              aria-current={group.key === at ? 'true' : undefined}
              onClick={() => go(group.key)}
            >
              <span className={styles.categoryName}>{group.titles.at(-1)?.[language]}</span>
              {group.parameters.some(({ modified }) => modified) && (
                <span className={styles.dot}>
                  <span className="visually-hidden">{t('parameters.isModified')}</span>
                </span>
              )}
              <span className={styles.categoryCount}>{group.parameters.length}</span>
            </button>
          ))}
        </div>
      ))}
    </nav>
  );
}
