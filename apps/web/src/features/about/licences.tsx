import licences from 'virtual:licences';
import { mdiMagnify } from '@mdi/js';
import Input from '@mui/material/Input';
import InputAdornment from '@mui/material/InputAdornment';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import styles from './about.module.css';

/** The third-party packages that the product ships, each with its licence; its text unfolds. */
export default function Licences(): ReactNode {
  const { t } = useTranslation('about');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const wanted = search.trim().toLowerCase();
  const found = licences.packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <>
      <p className={styles.intro}>{t('licences.intro', { count: licences.packages.length })}</p>
      <Input
        value={search}
        placeholder={t('licences.search')}
        onChange={(event) => setSearch(event.target.value)}
        inputProps={{ 'aria-label': t('licences.search') }}
        className={styles.search ?? ''}
        startAdornment={
          <InputAdornment position="start">
            <Icon path={mdiMagnify} />
          </InputAdornment>
        }
      />
      {found.length === 0 && <p className={styles.intro}>{t('licences.none')}</p>}
      <ul className={styles.packages}>
        {found.map(({ name, version, licence, text }) => {
          const key = `${name} ${version}`;
          return (
            <li key={key}>
              <details
                onToggle={(event) => {
                  if (event.currentTarget.open) setOpen((now) => new Set(now).add(key));
                }}
              >
                <summary>
                  <b>{name}</b>
                  <span className={styles.version}>{version}</span>
                  <span className={styles.licence}>{licence}</span>
                </summary>
                {/* Hundreds of texts: each is put into the page when it is first unfolded. */}
                {open.has(key) && (
                  <pre className={styles.text}>{text === null ? t('licences.noText') : licences.texts[text]}</pre>
                )}
              </details>
            </li>
          );
        })}
      </ul>
    </>
  );
}
