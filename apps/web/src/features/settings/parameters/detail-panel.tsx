import { mdiClose, mdiDeleteOutline, mdiRestore } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { brokenParameterValue, fieldSentence, type Parameter } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './detail-panel.module.css';
import { JsonOfValue, ManyField } from './many-field.tsx';
import { sayValue } from './say-value.ts';
import type { ParameterChanges } from './use-parameters.ts';
import { isManyRows } from './value-field.tsx';

/** What is known of a parameter; values that need room are changed here, and kept when told so. */
export function DetailPanel(props: { parameter: Parameter; changes: ParameterChanges; onClose(): void }): ReactNode {
  const { parameter, changes } = props;
  const { t } = useTranslation(['settings', 'app']);
  const language = useAppearance((appearance) => appearance.language);
  const [draft, setDraft] = useState(parameter.value);
  const [unreadable, setUnreadable] = useState(false);
  /** Counts how often the draft was given up: then the JSON is written anew. */
  const [givenUp, setGivenUp] = useState(0);
  const [deleting, setDeleting] = useState(false);
  const heading = useId();
  const many = isManyRows(parameter);
  const changed = JSON.stringify(draft) !== JSON.stringify(parameter.value);
  const rule = unreadable ? 'json' : brokenParameterValue(parameter, draft);
  const shared = { parameter, value: draft, disabled: !changes.mayChange, onChange: setDraft };
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <div>
          <h2 id={heading}>{parameter.display_name[language]}</h2>
          <code>{parameter.name}</code>
        </div>
        <IconButton onClick={props.onClose} aria-label={t('app:close')}>
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      <div className={styles.body}>
        {parameter.hint[language] !== '' && <p className={styles.hint}>{parameter.hint[language]}</p>}
        {many && parameter.type !== 'json' && (
          <div>
            <ManyField {...shared} />
          </div>
        )}
        {rule !== undefined && (changed || unreadable) && (
          <p role="alert" className={styles.problem}>
            {fieldSentence(rule)[language]}
          </p>
        )}
        <Facts parameter={parameter} />
        {many && <JsonOfValue key={givenUp} {...shared} onBroken={setUnreadable} />}
      </div>
      {changes.mayChange && (
        <footer className={styles.foot}>
          {parameter.modified && (
            <Button
              color="inherit"
              onClick={() => changes.send(parameter, { what: 'reset' })}
              startIcon={<Icon path={mdiRestore} size={18} />}
            >
              {t('parameters.toDefault')}
            </Button>
          )}
          {parameter.custom && (
            <Button
              color="error"
              onClick={() => setDeleting(true)}
              startIcon={<Icon path={mdiDeleteOutline} size={18} />}
            >
              {t('parameters.delete')}
            </Button>
          )}
          <span className={styles.grow} />
          {many && (
            <>
              <Button
                disabled={!changed && !unreadable}
                onClick={() => {
                  setDraft(parameter.value);
                  setUnreadable(false);
                  setGivenUp(givenUp + 1);
                }}
              >
                {t('app:cancel')}
              </Button>
              <Button
                variant="contained"
                disabled={!changed || rule !== undefined}
                loading={changes.saving === parameter.name}
                onClick={() => changes.send(parameter, { what: 'set', value: draft })}
              >
                {t('save')}
              </Button>
            </>
          )}
        </footer>
      )}
      {deleting && <DeleteParameter {...props} onCancel={() => setDeleting(false)} />}
    </section>
  );
}

function Facts({ parameter }: { parameter: Parameter }): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const date = useFormatDate();
  const words = { yes: t('parameters.on'), no: t('parameters.off'), none: t('parameters.none') };
  const facts: [string, ReactNode][] = [
    ['type', t(`parameters.types.${parameter.type}`) + (parameter.order ? `, ${t('parameters.ordered')}` : '')],
    ['unit', parameter.unit || t('parameters.noUnit')],
    ['default', sayValue(parameter, parameter.default, words, language)],
  ];
  if (parameter.modified_by !== null) {
    facts.push(['modifiedBy', `${parameter.modified_by}, ${date(parameter.modified_date)}`]);
  }
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`parameters.facts.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DeleteParameter(props: {
  parameter: Parameter;
  changes: ParameterChanges;
  onClose(): void;
  onCancel(): void;
}): ReactNode {
  const { parameter, changes } = props;
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  return (
    <ConfirmDialog
      title={t('parameters.deleteTitle', { name: parameter.display_name[language] })}
      text={t('parameters.deleteText')}
      verb={t('parameters.deleteNow')}
      pending={changes.saving === parameter.name}
      onClose={props.onCancel}
      onConfirm={() => {
        // The toast tells what the server refuses; the dialog stays.
        changes.apply(parameter, { what: 'delete' }).then(props.onClose, () => undefined);
      }}
    />
  );
}
