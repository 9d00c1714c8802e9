import { create } from 'zustand';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** What stands above the page and is opened from several places. */
type Part = 'palette' | 'help' | 'more';

const useParts = create<{ readonly open: Part | undefined }>()(() => ({ open: undefined }));
resetWhenSignedOut(() => useParts.setState({ open: undefined }));

export function useOpenPart(): Part | undefined {
  return useParts((parts) => parts.open);
}

export function openPart(part: Part): void {
  useParts.setState({ open: part });
}

export function closePart(): void {
  useParts.setState({ open: undefined });
}
