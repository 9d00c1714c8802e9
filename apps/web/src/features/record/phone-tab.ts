import { createContext, type Dispatch, use } from 'react';

/** What a phone shows of a record, one at a time. */
export const phoneTabs = ['curves', 'selections', 'analysis', 'steps', 'calibration', 'sheet'] as const;
export type PhoneTab = (typeof phoneTabs)[number];

const Tab = createContext<readonly [PhoneTab, Dispatch<PhoneTab>] | undefined>(undefined);

/** Who shows a record holds which tab is open: it stays while the record's view is made anew. */
export const PhoneTabProvider = Tab.Provider;

export function usePhoneTab(): readonly [PhoneTab, Dispatch<PhoneTab>] {
  const tab = use(Tab);
  if (tab === undefined) throw new Error('a phone shows a record outside of who holds its tab');
  return tab;
}
