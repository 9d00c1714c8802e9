import { api, type Scenario, type ScenarioParam, type ScenarioParamValue } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
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
  const program = usePrograms().find(({ classname }) => classname === form.classname);
  // Of the form's own start, or what was written here.
  const config = (value ?? {}) as Config;
  const hasParams = program !== undefined && program.params.length > 0;
  return (
    <fieldset className={styles.fields}>
      <legend>{label}</legend>
      {!hasParams && <p>{t(form.classname ? 'scenarios.noParams' : 'scenarios.chooseFirst')}</p>}
      {program && <Fields key={program.classname} params={program.params} config={config} onChange={onChange} />}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
}

function Fields(props: {
  params: readonly ScenarioParam[];
  config: Config;
  onChange(config: Config): void;
}): ReactNode {
  const { params, onChange } = props;
  const [typed, setTyped] = useState<TypedParams>({});
  const config = fitting(params, props.config);
  const isOthers = Object.keys(props.config).some((name) => !(name in config) && typed[name] === undefined);
  // What was set for another program counts no more.
  useEffect(() => {
    if (isOthers) onChange(config);
  });
  const textOf = ({ name }: ScenarioParam) => typed[name] ?? startOf(config[name]);
  const change = (param: ScenarioParam, text: string | boolean): void => {
    setTyped({ ...typed, [param.name]: text });
    const { [param.name]: _, ...others } = props.config;
    onChange(text === '' ? others : { ...others, [param.name]: readOne(param, text) ?? Number.NaN });
  };
  return params.map((param) => (
    <ParamField
      key={param.name}
      size="small"
      mayBeProgram
      param={param}
      value={textOf(param)}
      isBroken={textOf(param) !== '' && readOne(param, textOf(param)) === undefined}
      onChange={(text) => change(param, text)}
    />
  ));
}

/** Values that a program's parameters may have. */
const fitting = (params: readonly ScenarioParam[], config: Config): Config =>
  Object.fromEntries(
    params.flatMap((param) => {
      const value = config[param.name];
      return value !== undefined && isOf(param, value) ? [[param.name, value]] : [];
    }),
  );

function isOf(param: ScenarioParam, value: ScenarioParamValue): boolean {
  if (param.type === 'boolean') return typeof value === 'boolean';
  if (param.type === 'text') return typeof value === 'string';
  if (param.type === 'choice') return param.choices?.some((one) => one.value === value) ?? false;
  return typeof value === 'number' && readOne(param, String(value)) !== undefined;
}

const startOf = (value: ScenarioParamValue | undefined): string | boolean =>
  typeof value === 'boolean' ? value : String(value ?? '');

const readOne = (param: ScenarioParam, text: string | boolean): ScenarioParamValue | undefined =>
  readValues([param], { [param.name]: text })?.[param.name];
