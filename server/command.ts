/** The commands for the person who runs an installation: `npm run backup`, `npm run restore`, `npm run actum`. */
import { BACKUP_HELP, backupCommand, RESTORE_HELP, restoreCommand } from './administration/backupCommands.ts';
import { ACTUM_HELP, actumCommand } from './administration/commands.ts';
import { EXIT, Misused, printable } from './administration/typed.ts';
import { settingsFor } from './backup/source.ts';
import { Unusable } from './backup/unusable.ts';
import { reasonOf } from './startFailure.ts';

process.umask(0o077);
const [name, ...args] = process.argv.slice(2);
const say = (line: string) => console.log(printable(line));
const COMMANDS = {
  backup: { run: backupCommand, help: BACKUP_HELP },
  actum: { run: actumCommand, help: ACTUM_HELP },
  restore: { run: restoreCommand, help: RESTORE_HELP },
} as const;

/** Settings as far as they can be read, for sentences about why something failed. */
function settings() {
  try {
    return settingsFor(process.env);
  } catch {
    return null;
  }
}

const command = COMMANDS[name as keyof typeof COMMANDS];
try {
  process.exitCode = await command.run(args, process.env, say);
} catch (error) {
  if (error instanceof Misused) {
    console.error(printable(`${error.message}\n\n${command.help}`));
    process.exitCode = EXIT.misused;
  } else {
    console.error(printable(error instanceof Unusable ? error.message : reasonOf(error, settings())));
    process.exitCode = EXIT.failed;
  }
}
