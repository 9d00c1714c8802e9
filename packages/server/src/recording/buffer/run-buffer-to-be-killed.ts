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
let sent = 0;
function sendOne(): void {
  const [segment] = test.buffer.segmentsOf({ id: test.device.deviceId, clientId: test.device.clientId });
  if (test.tap.isHeard(test.device.number) && (segment !== undefined || sent < mostBeforeFile)) {
    test.send(1);
    sent += 1;
  }
  // Those that wait for their file to be open are promised to nobody.
  if (segment !== undefined && segment.bytes > 0) process.stdout.write(`${sent}\n`);
  setImmediate(sendOne);
}
sendOne();
