/** For component tests: a window of this width, 900 px high; a desk's unless said. */
export function widenWindow(width = 1440): void {
  const page: unknown = Reflect.get(window, 'happyDOM');
  // The test window has no types of its own.
  (page as { setViewport(size: { width: number; height: number }): void }).setViewport({ width, height: 900 });
}
