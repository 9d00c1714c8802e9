export { askForTermsAgain } from './ask-for-terms-again.ts';
export { refuseReservedName, withExternalAccount } from './change-account.ts';
export { type Accounts, type AccountsOptions, createAccounts } from './create-accounts.ts';
export { createUser, insertUser } from './create-user.ts';
export { hashPassword } from './hash-passwords.ts';
export { createPasswordLink } from './password-links.ts';
export { normalMail, presentExternalAccounts, presentUser } from './read-users.ts';
export { type LostTokens, sealExternalTokens } from './seal-external-tokens.ts';
export { setPassword } from './set-password.ts';
