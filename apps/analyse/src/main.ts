import { runCommand } from './run-command.ts';

const { exitCode, out, complaint } = runCommand(process.argv.slice(2));
if (out !== undefined) console.log(out);
if (complaint !== undefined) console.error(complaint);
process.exitCode = exitCode;
