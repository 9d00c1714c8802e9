import { runCommandLine } from './run-command.ts';

const { exitCode, out, complaint } = await runCommandLine(process.argv.slice(2), process.env);
if (out !== undefined) console.log(out);
if (complaint !== undefined) console.error(complaint);
process.exitCode = exitCode;
