/** What the rest of the server uses of `allowance`: what a company may by its membership plans. */

import './export-bound';

export { loadAllowance, loadBase, loadQuotaUse, quotaCounts, quotasOf } from './repo';
