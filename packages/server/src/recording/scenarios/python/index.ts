export { checkPython, type PythonProblem } from './check-python.ts';
export type { Missing } from './find-jail.ts';
export { type NoJail, type PythonProgram, startPython } from './start-python.ts';
