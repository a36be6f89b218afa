import { codes } from '@tongda/contract/core/endpoint';
import { lateOverride } from '@tongda/contract/transport/waybill/stow/board';
import { ApiError } from '../../../../kit/call/api-error';
import { useCan } from '../../../../kit/session/can';

/** The sentence of a refusal that has no cause but lateness; null for every other failure. */
function lateWordOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== codes.blockedByRule) return null;
  const { data } = error;
  const checks = typeof data === 'object' && data !== null && 'checks' in data ? data.checks : null;
  const isLate = (check: unknown): boolean => typeof check === 'string' && check.startsWith('WINDOW ');
  return Array.isArray(checks) && checks.length > 0 && checks.every(isLate) ? error.message : null;
}

/** Finds the failures that a reason would take out of the way (晚到放行); none for who may not give one. */
export function useLateWord(): (error: unknown) => string | null {
  const may = useCan({ access: lateOverride });
  return (error) => (may ? lateWordOf(error) : null);
}
