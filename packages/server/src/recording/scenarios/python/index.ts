export { checkPython, type PythonProblem } from './check-python.ts';
export { ReadyPython } from './keep-ready.ts';
export { type JailAsked, missingOfJail, type NoJail } from './python-process.ts';
export { type PythonProgram, startPython } from './start-python.ts';
