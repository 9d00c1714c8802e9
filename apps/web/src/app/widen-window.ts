/** For component tests: a desk's window, 1440 × 900. */
export function widenWindow(): void {
  const page: unknown = Reflect.get(window, 'happyDOM');
  // The test window has no types of its own.
  (page as { setViewport(size: { width: number; height: number }): void }).setViewport({ width: 1440, height: 900 });
}
