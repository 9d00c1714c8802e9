import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { DryRunQuestion } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import styles from './dry-run.module.css';

/** What a program asked for in a dry run: a field each for the next one. */
export function DryRunQuestions(props: {
  questions: readonly DryRunQuestion[];
  typed: Readonly<Record<string, string>>;
  onType(prompt: string, text: string): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const { questions, typed, onType } = props;
  if (questions.length === 0) return null;
  return (
    <fieldset className={styles.fields} aria-label={t('compiledScenarios.questions')}>
      {questions.map(({ prompt, text, unit, choices, answer }) => (
        <TextField
          key={prompt}
          size="small"
          select={choices.length > 0}
          label={`${inPageLanguage(text)}${unit === null ? '' : ` (${unit})`}`}
          value={typed[prompt] ?? String(answer ?? '')}
          error={answer === null}
          helperText={
            answer === null
              ? t('compiledScenarios.notTaken')
              : choices.length === 0 && t('compiledScenarios.severalAnswers')
          }
          onChange={({ target }) => onType(prompt, target.value)}
        >
          {choices.map(({ value, text: words }) => (
            <MenuItem key={value} value={value}>
              {inPageLanguage(words)}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </fieldset>
  );
}
