import type { Record } from '@sillage/contract';
import { presetsFor, spelledAs } from '@sillage/domain';
import { addVariable, firstLayout, type Layout } from './graph-layout.ts';
import { presetLayout } from './preset-layout.ts';

/** Curves drawn at first, at most: a graph must stay readable. */
const mostCurves = 12;

type Opened = Pick<Record, 'available_data' | 'record_type' | 'sport_name' | 'scenario_classname'>;

/** The presets that a record is made for. */
export function proposedPresets({ record_type: recordType, sport_name: sport, scenario_classname: scenario }: Opened) {
  return presetsFor({ recordType, sport, scenario });
}

/**
 * The first look at a record: a test as its scenario is looked at; else the variables that were chosen for the sport, in
 * their order, as far as the record has them; else the preset of the sport, if the record has all of it; else the most
 * telling.
 */
export function wantedLayout(record: Opened, wanted: readonly string[]): Layout {
  const { available_data: available } = record;
  const presets = proposedPresets(record);
  const ofPreset = (value: string | null) => {
    const preset = value === null ? undefined : presets.find((one) => one.value === value);
    return preset && presetLayout(preset, available);
  };
  const ofScenario = ofPreset(record.scenario_classname);
  if (ofScenario !== undefined && ofScenario.layout.length > 0) return ofScenario.layout;
  const names = wanted.flatMap((one) => spelledAs(one, Object.keys(available))).slice(0, mostCurves);
  const empty: Layout = [];
  const chosen = names.reduce((so, name) => addVariable(so, name, available), empty);
  if (chosen.length > 0) return chosen;
  const ofSport = ofPreset(record.sport_name);
  return ofSport?.missing.length === 0 ? ofSport.layout : firstLayout(available);
}
