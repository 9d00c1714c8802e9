import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, type Scenario } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage, notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { useUntickedDevices } from '../../../live/ticked-devices.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ParamField } from '../../../ui/param-field.tsx';
import { readValues, startValues, type TypedParams } from '../../../ui/param-values.ts';
import styles from './scenarios.module.css';

/** Devices that may follow a scenario now. */
export function useFreeDevices(devices: readonly LiveDevice[]): readonly LiveDevice[] {
  const unticked = useUntickedDevices();
  return devices.filter(({ number, is_connected, state }) => is_connected && state === 'idle' && !unticked.has(number));
}

/** What a club looks for first is its own. */
const groups = ['own', 'product', 'calibration'] as const;
function groupOf({ is_calib, kind }: Scenario): (typeof groups)[number] {
  if (is_calib) return 'calibration';
  return kind === 'builtin' ? 'product' : 'own';
}
const nameOf = ({ display_name, name }: Scenario): string => inPageLanguage(display_name) || name;
const isBroken = ({ missing_class, problems }: Scenario): boolean => missing_class || problems.length > 0;

/** Which scenario, with which parameters, for the devices that are ticked and free. */
export function ChooseScenario(props: { devices: readonly LiveDevice[]; onClose(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const free = useFreeDevices(props.devices);
  const language = useAppearance((appearance) => appearance.language);
  const { data } = useQuery({
    queryKey: ['scenarios', clientId],
    queryFn: ({ signal }) => server.call(api.listClientScenarios, { params: { clientId }, query: {}, signal }),
  });
  const [chosen, setChosen] = useState<Scenario>();
  const [typed, setTyped] = useState<TypedParams>({});
  const params = chosen?.params ?? [];
  const values = readValues(params, typed);
  const { mutate, isPending } = useMutation({
    mutationFn: (scenario_id: number) =>
      server.call(api.startScenario, {
        body: { scenario_id, device_numbers: free.map(({ number }) => number), params: values ?? {} },
      }),
    onSuccess: props.onClose,
    onError: notifyProblem,
  });
  const choose = (id: number): void => {
    const scenario = data?.items.find((one) => one.id === id);
    setChosen(scenario);
    setTyped(startValues(scenario?.params ?? [], language));
  };
  return (
    <FormDialog
      title={t('scenario.choose')}
      className={styles.choose}
      cancel={t('scenario.cancel')}
      save={t('scenario.start')}
      ready={chosen !== undefined && values !== undefined && free.length > 0 && !isBroken(chosen)}
      saving={isPending}
      onSave={() => chosen !== undefined && mutate(chosen.id)}
      onClose={props.onClose}
    >
      <ScenarioSelect scenarios={data?.items ?? []} chosen={chosen} onChoose={choose} />
      {chosen !== undefined && isBroken(chosen) && <p role="alert">{t('scenario.broken')}</p>}
      {params.map((param) => (
        <ParamField
          key={param.name}
          param={param}
          value={typed[param.name] ?? ''}
          onChange={(value) => setTyped({ ...typed, [param.name]: value })}
        />
      ))}
      <p className={styles.who}>
        {free.length === 0
          ? t('scenario.nobody')
          : `${t('scenario.who', { count: free.length })} · ${free.map(({ name, users }) => athleteNames(users) || name).join(', ')}`}
      </p>
    </FormDialog>
  );
}

/** Scenarios by group and name; one that cannot start says so before it is chosen. */
function ScenarioSelect(props: {
  scenarios: readonly Scenario[];
  chosen: Scenario | undefined;
  onChoose(id: number): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const sorted = props.scenarios.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), language));
  return (
    <TextField
      select
      label={t('scenario.button')}
      value={props.chosen?.id ?? ''}
      onChange={({ target }) => props.onChoose(Number(target.value))}
    >
      {groups.flatMap((group) => {
        const members = sorted.filter((scenario) => groupOf(scenario) === group);
        if (members.length === 0) return [];
        return [
          <ListSubheader key={group} aria-disabled className={styles.group ?? ''}>
            {t(`scenario.groups.${group}`)}
          </ListSubheader>,
          ...members.map((scenario) => (
            <MenuItem key={scenario.id} value={scenario.id}>
              {nameOf(scenario)}
              {isBroken(scenario) && <span className={styles.broken}> · {t('scenario.hasErrors')}</span>}
            </MenuItem>
          )),
        ];
      })}
    </TextField>
  );
}
