import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Credits } from './credits.tsx';
import { LanguageChoice } from './language-choice.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { Sea } from './sea.tsx';

export default function Login(): ReactNode {
  const { t } = useTranslation('login');
  useEffect(() => {
    document.title = `${t('title')} – Sillage`;
  }, [t]);
  return (
    <div className={styles.screen}>
      <Sea />
      <main className={styles.side}>
        <div className={styles.top}>
          <LanguageChoice />
        </div>
        <LoginForm />
        <Credits />
      </main>
    </div>
  );
}
