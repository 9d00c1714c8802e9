import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findJail } from './find-jail.ts';
import { quietAttempts } from './make-test-attempts.ts';

const run = promisify(execFile);
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A server without rights: starts programs, and says what they have of the jail and what attempts get hold of. */
const server = `
const { PythonProcess } = await import(process.argv[1]);
const attempts = JSON.parse(process.argv[2]);
const refused = await PythonProcess.open({ requireJail: true });
const program = await PythonProcess.open({ requireJail: false });
await program.ask({ source: 'def got(x):\\n  result.set("escaped", str(x))\\ndef on_button(k):\\n  ui.prompt("a")\\n' });
const answer = await program.ask({ event: { type: 'button', atSeconds: 0, device: 1 } });
const told = [];
for (const source of attempts) told.push(await program.ask({ source }));
await program.close();
console.log(JSON.stringify({ lacks: refused.lacks, missing: program.missing, answer, told }));
`;

/** Of nobody, the jail must not say that the program has a user of its own: it is that of the server. */
test.runIf(process.platform === 'linux' && process.getuid?.() === 0).for(['1000', '65534'])(
  'a server of user %s, without rights, starts programs in namespaces of their own, says that they have its user, and is not left',
  async (user, { skip }) => {
    // Where others cannot read these files there is nobody to try it as.
    if ((await findJail(process.execPath, [pathOf('./python-process.ts')])).missing.length > 0) return skip();
    const as = ['--reuid', user, '--regid', user, '--clear-groups'];
    // Each is a program of its own; one that cannot be read is a fault, as one that is refused is.
    const attempts = quietAttempts.map(
      (code) => `try:\n${code.replace(/^/gm, '  ')}\nexcept BaseException as e:\n  pass\n`,
    );
    const given = [process.execPath, '--no-warnings', '--input-type=module', '-e', server];
    const args = [...as, ...given, pathOf('./python-process.ts'), JSON.stringify(attempts)];
    const { stdout } = await run('setpriv', args, { cwd: '/' });
    const said: { readonly told: readonly unknown[] } = JSON.parse(stdout);
    expect(said).toMatchObject({ lacks: ['user'], missing: ['user'], answer: { commands: [{ type: 'prompt' }] } });
    expect(said.told.filter((one) => one !== null)).toHaveLength(quietAttempts.length);
    expect(JSON.stringify(said.told)).not.toContain('"escaped"');
  },
);
