/** Whether it worked. Without the clipboard of secure pages, by a selection of the page, as on a hub. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard: unknown = Reflect.get(navigator, 'clipboard');
  if (clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here: the old way below.
    }
  }
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  const place = document.querySelector('[role="dialog"]') ?? document.body;
  place.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
