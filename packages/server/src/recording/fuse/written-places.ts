/** Places of what a thread shares while it writes: see `WriteTask.written`. */
export const [rowsWritten, bytesWritten] = [0, 1];
