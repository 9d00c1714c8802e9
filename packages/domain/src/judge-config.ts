import { ConfigContent, type FieldRule, fieldRules, limits } from '@sillage/contract';

export interface BrokenConfig {
  /** Path in the configuration: `modules.imu.rate`; the configuration itself when empty. */
  readonly where: string;
  readonly rule: FieldRule;
}

/** What keeps a value from being a configuration; undefined when nothing does. */
export function judgeConfig(content: unknown): BrokenConfig | undefined {
  if (isTooDeep(content)) return { where: '', rule: 'invalidFormat' };
  const issue = ConfigContent.safeParse(content).error?.issues[0];
  if (issue === undefined) return undefined;
  const rule = issue.message in fieldRules ? (issue.message as FieldRule) : 'invalidFormat';
  return { where: issue.path.map(String).join('.'), rule };
}

/** What is wrong with a configuration that is still text; `json` when it is none. */
export function judgeConfigText(text: string): BrokenConfig | undefined {
  try {
    return judgeConfig(JSON.parse(text));
  } catch {
    return { where: '', rule: 'json' };
  }
}

/** Nested deeper than bodies may be. */
export function isTooDeep(value: unknown, levels: number = limits.jsonBodyDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}
