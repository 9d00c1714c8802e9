/** Where browsers reach the web app of this server. */
export interface PageAddresses {
  /** What an administrator set; undefined = nothing. */
  readonly publicUrl: string | undefined;
  /** Origins at which this machine itself answers, the one to prefer first. */
  readonly own: readonly string[];
}

/** What a request says of its page: anybody can make it say anything. */
export interface AskingPage {
  readonly currentDomain: string | undefined;
  readonly host: string;
}

/**
 * The address that a link in a mail starts with. The public address where there is one. Without, the page that asks, only
 * when it is an address of this very machine and the request came to it; else an own address. Never what a stranger names.
 */
export function choosePageAddress({ publicUrl, own }: PageAddresses, page?: AskingPage): string | undefined {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const asked = page?.currentDomain;
  const origin = asked !== undefined && URL.canParse(asked) ? new URL(asked).origin : undefined;
  const isOwn = origin !== undefined && own.includes(origin) && new URL(origin).host === page?.host;
  return isOwn ? origin : own[0];
}

/** The web app's page to choose a password. */
export function passwordPage(address: string, token: string): string {
  return `${address}/login/reset-password/${token}`;
}
