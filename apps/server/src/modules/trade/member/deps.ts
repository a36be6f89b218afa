import type { ExportDeps } from '../../../core/export/definition';
import type { FileDeps } from '../../base/file/door';
import type { PayCallDeps } from './pay/offers';

/** What the calls of memberships need; `smsQuota`: SMS_MONTHLY_QUOTA; `contractFen`: from this amount on a contract is signed before an order is paid. */
export interface MemberDeps extends ExportDeps {
  pay: PayCallDeps;
  contractFen: number;
  smsQuota: number;
  files: FileDeps;
}
