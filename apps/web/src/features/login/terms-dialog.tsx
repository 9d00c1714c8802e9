import { mdiCheck } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { Language } from '@sillage/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useTerms } from '../../base/terms.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import { LanguageChoice } from './language-choice.tsx';
import styles from './terms-dialog.module.css';

/** The terms of use; no session opens before they are accepted. */
export default function TermsDialog(props: {
  onRefuse(): void;
  /** `hide`: they are not to be shown at the next sign-in. */
  onAccept(hide: boolean): Promise<void>;
}): ReactNode {
  const { t } = useTranslation(['login', 'app']);
  const language = useAppearance((appearance) => appearance.language);
  const heading = useId();
  const terms = useTerms();
  const [hide, setHide] = useState(true);
  const [sending, setSending] = useState(false);
  const toAccept = useRef<HTMLButtonElement>(null);
  const readable = terms.data !== undefined;
  // A button that is off takes no keyboard: it gets it with the text.
  useEffect(() => {
    if (readable) toAccept.current?.focus();
  }, [readable]);
  const accept = async () => {
    setSending(true);
    await props.onAccept(hide).finally(() => setSending(false));
  };
  return (
    <Dialog open onClose={props.onRefuse} aria-labelledby={heading} slotProps={{ paper: { lang: language } }}>
      <div className={styles.head}>
        <DialogTitle id={heading}>{t('terms.title')}</DialogTitle>
        <LanguageChoice />
      </div>
      <p className={styles.lead}>
        {terms.data && <>{t('terms.version', { date: longDate(terms.data.terms_date, language) })} </>}
        {t('terms.lead')}
      </p>
      <DialogContent className={styles.text ?? ''} tabIndex={0} role="region" aria-labelledby={heading}>
        {terms.data && <LongText text={terms.data.terms[language]} />}
        {terms.isPending && (
          <AfterAWhile>
            {['90%', '75%', '84%', '60%'].map((width) => (
              <p key={width}>
                <SkeletonBar width={width} />
              </p>
            ))}
          </AfterAWhile>
        )}
        {terms.isError && (
          <div role="alert" className={styles.problem}>
            {t('terms.unavailable')} <Button onClick={() => void terms.refetch()}>{t('app:retry')}</Button>
          </div>
        )}
      </DialogContent>
      <FormControlLabel
        className={styles.hide ?? ''}
        control={<Checkbox checked={hide} onChange={(_, checked) => setHide(checked)} />}
        label={t('terms.hide')}
      />
      <DialogActions>
        <Button onClick={props.onRefuse}>{t('terms.refuse')}</Button>
        <Button
          variant="contained"
          startIcon={<Icon path={mdiCheck} />}
          onClick={() => void accept()}
          loading={sending}
          disabled={!readable}
          ref={toAccept}
        >
          {t('terms.accept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** An ISO day as `2 mars 2026`. */
function longDate(day: string, language: Language): string {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', style).format(new Date(day));
}
