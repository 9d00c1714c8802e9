export { type Accounts, type AccountsOptions, createAccounts } from './create-accounts.ts';
export { createUser } from './create-user.ts';
