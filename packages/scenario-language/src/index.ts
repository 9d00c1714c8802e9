export { type Compiled, type CompileOptions, compileText } from './compile-text.ts';
export { type Drawing, drawGraph } from './draw-graph.ts';
export type { Graph, SaidOfItself } from './graph.ts';
export { type Problem, type ProblemCode, problemCodes } from './problems.ts';
export {
  beepTones,
  type Choice,
  type ParamType,
  type ParamValue,
  paramTypes,
  promptKinds,
  type ScenarioCommand,
  type ScenarioEvent,
  type ScenarioLook,
  type ScenarioParam,
  type ScenarioProgram,
  type ScenarioWaiting,
  scenarioBounds,
  type Words,
} from './program.ts';
export { type PythonHeader, readPythonHeader } from './read-python-header.ts';
export { startText } from './run/start-text.ts';
export type { KnownAnalyses, VariableUnits } from './scope.ts';
