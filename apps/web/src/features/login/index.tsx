import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';

const ForgotForm = lazyPart(() => import('./forgot-form.tsx'));
const RecoveryForm = lazyPart(() => import('./recovery-form.tsx'));

/** Signing in, and the two ways back in for those who forgot their password. */
export default function Login(): ReactNode {
  const { t } = useTranslation('login');
  const [step, setStep] = useState<'signIn' | 'forgot' | 'recovery'>('signIn');
  const [mail, setMail] = useState('');
  const toSignIn = () => setStep('signIn');
  return (
    <LoginFrame title={t(step === 'signIn' ? 'title' : `${step}.title`)}>
      {step === 'signIn' && (
        <LoginForm
          mail={mail}
          onForgotten={(typed) => {
            setMail(typed);
            setStep('forgot');
          }}
        />
      )}
      <Suspense fallback={<div className={styles.coming} />}>
        {step === 'forgot' && <ForgotForm mail={mail} onBack={toSignIn} onRecovery={() => setStep('recovery')} />}
        {step === 'recovery' && <RecoveryForm mail={mail} onBack={toSignIn} />}
      </Suspense>
    </LoginFrame>
  );
}
