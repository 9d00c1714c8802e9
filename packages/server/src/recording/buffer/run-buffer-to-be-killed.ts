import { openTestDisk } from '../../platform/disk/testing.ts';
import { openTestBuffer } from './open-test-buffer.ts';

/** The process that the kill test starts and kills: it says how many blocks the buffer took. */
const [folder, clientId, deviceId] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: run-buffer-to-be-killed.ts <folder> <client> <device>');
const { disk } = await openTestDisk();
const test = openTestBuffer({ folder, disk });
Object.assign(test.device, { clientId: Number(clientId), deviceId: Number(deviceId) });
await test.buffer.start();
/** Blocks sent before there is a file: fewer than may wait for it, however long the disk takes to open one. */
const mostBeforeFile = 100;
/** The pace of a fast device. */
const betweenBlocksMilliseconds = 10;
/** Half a second of it: as much may wait for a busy disk, and is promised to nobody. */
const mostWaitingForDisk = 50;
let sent = 0;
function sendOne(): void {
  const [segment] = test.buffer.segmentsOf({ id: test.device.deviceId, clientId: test.device.clientId });
  if (test.tap.isHeard(test.device.number) && (segment !== undefined || sent < mostBeforeFile)) {
    test.send(1);
    sent += 1;
  }
  if (segment !== undefined && segment.bytes > 0 && sent > mostWaitingForDisk) {
    process.stdout.write(`${sent - mostWaitingForDisk}\n`);
  }
  setTimeout(sendOne, betweenBlocksMilliseconds);
}
sendOne();
