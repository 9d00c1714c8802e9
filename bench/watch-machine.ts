import { watchLoop } from './watch-loop.ts';

// A process that does nothing: what holds its event loop is the machine's other load.
const longest = watchLoop();
process.on('message', () => process.send?.(longest()));
process.on('disconnect', () => process.exit(0));
