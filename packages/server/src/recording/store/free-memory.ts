/**
 * Gives the memory of arrays back at once; they are empty then. The collector of garbage would do so when it looks, and it
 * looks late: a large file was decoded with 60 MB of arrays that nobody read any more.
 */
export function freeMemory(arrays: Iterable<ArrayBufferView>): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
