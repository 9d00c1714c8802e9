import { api, type Scenario, type ScenarioParam, type ScenarioParamValue } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useServer } from '../../../base/services.tsx';
import type { OwnFieldProps } from '../../../tables/table-definition.ts';
import { ParamField } from '../../../ui/param-field.tsx';
import { readValues, type TypedParams } from '../../../ui/param-values.ts';
import styles from './scenario-config.module.css';

/** The programs that a scenario of the active client may run. */
export function usePrograms(): readonly Scenario[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['scenarioPrograms', clientId],
    queryFn: ({ signal }) => server.call(api.listAvailableCompiled, { params: { clientId }, signal }),
  });
  return data?.items ?? [];
}

type Config = Readonly<Record<string, ScenarioParamValue>>;

/** Values that a scenario has instead of those of its program: a field each; one that is empty is the program's. */
export function ScenarioConfigField({ value, form, label, problem, onChange }: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const programs = usePrograms();
  const [typed, setTyped] = useState<TypedParams>({});
  const params = programs.find(({ classname }) => classname === form.classname)?.params ?? [];
  // Of the form's own start, or what was written here.
  const config = (value ?? {}) as Config;
  // A switch stands somewhere: where the program has it.
  const textOf = ({ name, type, default: own }: ScenarioParam) =>
    typed[name] ?? startOf(config[name] ?? (type === 'boolean' ? (own ?? false) : undefined));
  const change = (param: ScenarioParam, text: string | boolean): void => {
    setTyped({ ...typed, [param.name]: text });
    const { [param.name]: _, ...others } = config;
    onChange(text === '' ? others : { ...others, [param.name]: readOne(param, text) ?? Number.NaN });
  };
  return (
    <fieldset className={styles.fields}>
      <legend>{label}</legend>
      {params.length === 0 && <p>{t(form.classname ? 'scenarios.noParams' : 'scenarios.chooseFirst')}</p>}
      {params.map((param) => (
        <ParamField
          key={param.name}
          size="small"
          param={param}
          value={textOf(param)}
          isBroken={textOf(param) !== '' && readOne(param, textOf(param)) === undefined}
          placeholder={param.default === null ? '' : String(param.default)}
          onChange={(text) => change(param, text)}
        />
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
}

const startOf = (value: ScenarioParamValue | undefined): string | boolean =>
  typeof value === 'boolean' ? value : String(value ?? '');

const readOne = (param: ScenarioParam, text: string | boolean): ScenarioParamValue | undefined =>
  readValues([param], { [param.name]: text })?.[param.name];
