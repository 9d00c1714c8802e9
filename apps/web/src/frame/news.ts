import { create } from 'zustand';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** Something that happened to one's own things, with the way to it. */
export interface News {
  readonly text: string;
  readonly to: string;
  /** ms since 1970 */
  readonly atMs: number;
}

interface AllNews {
  /** Newest first. */
  readonly items: readonly News[];
  /** How many came since the bell was opened. */
  readonly unseen: number;
}

const mostKept = 6;
const none: AllNews = { items: [], unseen: 0 };

/** What the bell tells besides tasks: records that have ended. */
export const useNews = create<AllNews>()(() => none);
resetWhenSignedOut(() => useNews.setState(none));

export function tellNews(news: News): void {
  useNews.setState(({ items, unseen }) => ({ items: [news, ...items].slice(0, mostKept), unseen: unseen + 1 }));
}

export function seeNews(): void {
  useNews.setState({ unseen: 0 });
}
