/** Accounts of the demo companies that have pages to look at; printed at start and offered on the login page in demo mode only. */
export const demoAccounts = [
  { account: 'demo', password: 'Demo@2026', note: '鲜达冷链物流，全部权限' },
  { account: 'tms', password: 'Tms@2026', note: '鲜达冷链物流，只有运输管理' },
];
