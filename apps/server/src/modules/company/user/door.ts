/** What the rest of the server uses of `user`: the only file of it that others import. */

export { type FirstLogin, makeFirstCompany } from './founding';
export { type Heir, moreHoldings } from './holdings';
export { listPartnerAccounts, openPartnerAccount, resetPartnerPassword, setPartnerStatus } from './partner-account';
