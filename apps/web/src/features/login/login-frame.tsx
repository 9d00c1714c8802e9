import { type ReactNode, useEffect } from 'react';
import { Credits } from './credits.tsx';
import { LanguageChoice } from './language-choice.tsx';
import styles from './login.module.css';
import { Sea } from './sea.tsx';

/** What stands around the forms of people who are not signed in: the wake, the language, which server this is. */
export function LoginFrame(props: { title: string; children: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${props.title} – Sillage`;
  }, [props.title]);
  return (
    <div className={styles.screen}>
      <Sea />
      <main className={styles.side}>
        <div className={styles.top}>
          <LanguageChoice />
        </div>
        {props.children}
        <Credits />
      </main>
    </div>
  );
}
