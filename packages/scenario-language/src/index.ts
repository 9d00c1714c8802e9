export {
  beepTones,
  type Choice,
  type ParamType,
  type ParamValue,
  paramTypes,
  promptKinds,
  type ScenarioCommand,
  type ScenarioEvent,
  type ScenarioParam,
  type ScenarioProgram,
  scenarioBounds,
  type Words,
} from './program.ts';
