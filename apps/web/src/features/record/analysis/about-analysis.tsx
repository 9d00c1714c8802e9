import { mdiInformationOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type AnalysisAbout, type AnalysisPage, api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './about-analysis.module.css';

/** Opens what is written of an analysis: the pages of docs/analysis. */
export function AboutAnalysis({ about }: { about: AnalysisAbout }): ReactNode {
  const { t } = useTranslation('record');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setOpen(true)}>
        <Icon path={mdiInformationOutline} size={16} /> {t('analysis.page.open')}
      </button>
      {isOpen && <PageDialog about={about} onClose={() => setOpen(false)} />}
    </>
  );
}

function PageDialog({ about, onClose }: { about: AnalysisAbout; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const server = useServer();
  const heading = useId();
  const { id, version } = about;
  const page = useQuery({
    queryKey: ['analysis-page', id, version],
    queryFn: ({ signal }) => server.call(api.readAnalysisPage, { params: { analysis: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} maxWidth="lg" fullWidth>
      <DialogTitle id={heading}>{inPageLanguage(about.name)}</DialogTitle>
      <DialogContent className={styles.page ?? ''}>
        {page.isLoading && <p role="status">{t('analysis.page.loading')}</p>}
        {page.isError && <p role="alert">{t('analysis.page.failed')}</p>}
        {page.data && <Page page={page.data} />}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('analysis.page.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Page({ page }: { page: AnalysisPage }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <>
      <p className={styles.code}>
        <code>{page.id}</code> · {t('analysis.page.version', { version: page.version })}
      </p>
      <p>
        {inPageLanguage(page.about)} {inPageLanguage(page.serves)}
      </p>
      {page.sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
    </>
  );
}

function Section({ section }: { section: AnalysisPage['sections'][number] }): ReactNode {
  const { title, text, columns, rows } = section;
  const name = inPageLanguage(title);
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <p className={styles.quiet}>{inPageLanguage(text)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.en} scope="col">
                  {inPageLanguage(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells[0]?.en}>
                {cells.map((cell, i) => (
                  <td key={columns[i]?.en}>{withCode(inPageLanguage(cell))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What stands between backquotes is what programs write. */
function withCode(text: string): ReactNode {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are what they are by their order
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  );
}
