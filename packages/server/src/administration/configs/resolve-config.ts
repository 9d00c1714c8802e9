import {
  ConfigContent,
  isRefusal,
  type Refusal,
  type ResolvedConfig,
  refuse,
  SensorParameterValue,
} from '@sillage/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findConfig } from './configs.ts';
import { fillSensor, sensorNamed } from './sensors.ts';

type Module = ConfigContent['modules'][string];

/** A module that is made by a sensor's template: what it says itself comes over what the template makes. */
const ofTemplate = z.looseObject({
  sensor: z.string(),
  parameters: z.record(z.string(), SensorParameterValue).default({}),
});

/** What a configuration sets, and of which type each module is that it sets. */
export interface ResolvedModules {
  readonly config: ResolvedConfig;
  readonly types: Readonly<Record<string, string>>;
}

/**
 * A configuration as devices get it. A module `{"sensor": "imu", "parameters": {"rate": 200}}` is what the template of that
 * sensor makes with these parameters.
 */
export async function resolveConfig(db: Queryable, viewer: Viewer, id: number): Promise<ResolvedModules | Refusal> {
  const found = await findConfig(db, viewer, id);
  if (isRefusal(found)) return found;
  const content = readContent(found.config);
  if (isRefusal(content)) return content;
  const modules: Record<string, Module> = {};
  for (const [name, module] of Object.entries(content.modules)) {
    const filled = await fillModule(db, viewer, name, module);
    if (isRefusal(filled)) return filled;
    modules[name] = filled;
  }
  const settings = Object.entries(modules).map(([name, { enabled, rate, realtimeRate }]) => {
    // 0 Hz says as little as nothing.
    return [name, { enabled, rate: rate || null, realtimeRate: realtimeRate || null }] as const;
  });
  return {
    config: { modules: Object.fromEntries(settings) },
    types: Object.fromEntries(Object.entries(modules).map(([name, { type }]) => [name, type])),
  };
}

async function fillModule(db: Queryable, viewer: Viewer, name: string, module: Module): Promise<Module | Refusal> {
  const templated = ofTemplate.safeParse(module);
  if (!templated.success) return module;
  const { sensor: sensorName, parameters, ...own } = templated.data;
  const sensor = await sensorNamed(db, viewer, sensorName);
  if (isRefusal(sensor)) return refuse('config.unknownSensor', { name: sensorName });
  const filled = fillSensor(sensor, parameters);
  if (isRefusal(filled)) return filled;
  const made = ConfigContent.safeParse(filled.config);
  const [first] = made.success ? Object.values(made.data.modules) : [];
  const whole = ConfigContent.safeParse({ modules: { [name]: { ...first, ...own } } });
  return whole.data?.modules[name] ?? refuse('config.invalid', { reason: `modules.${name}` });
}

function readContent(text: string): ConfigContent | Refusal {
  try {
    const content = ConfigContent.safeParse(JSON.parse(text));
    return content.data ?? refuse('config.invalid', { reason: 'modules' });
  } catch {
    return refuse('config.invalid', { reason: '{ }' });
  }
}
