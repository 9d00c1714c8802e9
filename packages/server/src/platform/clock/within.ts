/** The promise's outcome, or an error after `ms`: the other side may be frozen, or gone without a word. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`no answer in ${ms / 1000} s`), { code: 'ETIMEDOUT' }));
    }, ms);
  });
  promise.catch(() => undefined); // when it fails after its time
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
