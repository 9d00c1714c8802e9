import Button from '@mui/material/Button';
import { api, type Scenario } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { notify } from '../../../base/notify.ts';
import { saveFile } from '../../../base/save-file.ts';
import { useServer } from '../../../base/services.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from './compiled-scenarios.module.css';
import { shownName } from './sort-programs.ts';
import type { Edited } from './source-editor.tsx';

/** A program and what is done with it. */
export function ProgramRow(props: {
  scenario: Scenario;
  onOpen(edited: Edited): void;
  mutate(work: () => Promise<unknown>): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const [isLeaving, setLeaving] = useState(false);
  const { scenario, mutate } = props;
  const { id, name, classname, language, problems, kind } = scenario;
  const isFixed = kind === 'builtin';
  const shown = shownName(scenario);
  const params = { clientId, id };
  const edit = async (): Promise<void> => {
    const read = await server.call(api.readCompiledScenario, { params });
    props.onOpen({ id, name: shown, language: read.language ?? 'txt', source: read.source, isFixed });
  };
  const recompile = async (): Promise<void> => {
    await server.call(api.recompileScenario, { params });
    notify({ kind: 'success', text: t('compiledScenarios.compiled', { name }) });
  };
  const download = async (): Promise<void> =>
    saveFile(await server.fetchBytes(api.downloadCompiledScenario, { params }), `${classname}.${language ?? 'txt'}`);
  return (
    <tr>
      <td data-column="name">
        <strong>{shown}</strong>
        {scenario.is_calib && <span className={styles.fine}> · {t('compiledScenarios.isCalib')}</span>}
      </td>
      <td data-column="classname">
        <code>{classname}</code>
      </td>
      <td data-column="language">{language === null ? '–' : t(`compiledScenarios.languages.${language}`)}</td>
      <td data-column="kind">{t(isFixed ? 'compiledScenarios.product' : 'compiledScenarios.own')}</td>
      <td data-column="state" className={problems.length > 0 ? styles.broken : styles.fine}>
        {problems.length === 0
          ? t('compiledScenarios.ok')
          : t('compiledScenarios.problems', { count: problems.length })}
      </td>
      <td className={styles.buttons}>
        <Button size="small" onClick={() => mutate(edit)}>
          {t(isFixed ? 'compiledScenarios.open' : 'compiledScenarios.edit')}
        </Button>
        {!isFixed && (
          <Button size="small" onClick={() => mutate(recompile)}>
            {t('compiledScenarios.recompile')}
          </Button>
        )}
        <Button size="small" onClick={() => mutate(download)}>
          {t('compiledScenarios.download')}
        </Button>
        {!isFixed && (
          <Button size="small" color="error" onClick={() => setLeaving(true)}>
            {t('compiledScenarios.delete')}
          </Button>
        )}
        {isLeaving && (
          <ConfirmDialog
            title={t('compiledScenarios.deleteTitle', { name })}
            text={t('compiledScenarios.deleteText')}
            verb={t('compiledScenarios.delete')}
            pending={false}
            onConfirm={() => {
              setLeaving(false);
              mutate(() => server.call(api.removeClientScenario, { params: { clientId, scenarioId: id } }));
            }}
            onClose={() => setLeaving(false)}
          />
        )}
      </td>
    </tr>
  );
}
